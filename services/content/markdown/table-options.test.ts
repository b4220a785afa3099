import { describe, expect, test } from 'vitest'
import { readTableOptions } from './table-options.ts'

describe('The braces at the end of a caption', () => {
  test('give the table an id', () => {
    expect(readTableOptions('#rates-2026')).toEqual({ options: { id: 'rates-2026' }, mistakes: [] })
  })

  test('ask for a chart', () => {
    const braces = '#rent-buy chart=lines mark=cross columns="Owner, Renter"'
    expect(readTableOptions(braces)).toEqual({
      options: {
        id: 'rent-buy',
        chart: { kind: 'lines', columns: ['Owner', 'Renter'], marksCrossings: true },
      },
      mistakes: [],
    })
    const semicolons = readTableOptions('#a chart=bars columns="Net, simple; Net, compound"')
    expect(semicolons.options.chart?.columns).toEqual(['Net, simple', 'Net, compound'])
  })

  test('make the table an example, which has an id', () => {
    expect(readTableOptions('#payment example')).toEqual({
      options: { id: 'payment', isExample: true },
      mistakes: [],
    })
    expect(readTableOptions('example').mistakes).toEqual([
      expect.stringContaining('is of an example without an id'),
    ])
  })

  test('mark the best cells of columns, and let readers sort', () => {
    expect(readTableOptions('best=low sort')).toEqual({
      options: { best: [{ is: 'low' }], isSortable: true },
      mistakes: [],
    })
    expect(readTableOptions('best="Fee: a year: low; Return:high"').options.best).toEqual([
      { column: 'Fee: a year', is: 'low' },
      { column: 'Return', is: 'high' },
    ])
  })

  test.each([
    ['chart=pie', 'has chart=pie in its braces: write one of lines, steps, bars, stack, range'],
    ['chart=lines chart=bars', 'has chart= twice in its braces'],
    ['chart=lines mark=all', 'has mark=all in its braces: write mark=cross'],
    ['chart=lines columns=", "', 'write the heads of columns'],
    ['columns="Owner"', 'says how to draw a chart, and not which'],
    ['#Rates', 'has the id "Rates": write at most 60 lower-case letters'],
    [`#${'a'.repeat(61)}`, 'write at most 60 lower-case letters'],
    ['#one #two', 'has two ids'],
    ['colour="light blue"', 'has "colour="light blue"" in its braces, which is none of'],
  ])('are refused as %j', (braces, mistake) => {
    expect(readTableOptions(braces).mistakes).toEqual([expect.stringContaining(mistake)])
  })

  test('take an id of 60 characters', () => {
    expect(readTableOptions(`#${'a'.repeat(60)}`).mistakes).toEqual([])
  })
})
