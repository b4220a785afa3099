import { describe, expect, test } from 'vitest'
import { readTableOptions, splitCaption } from './table-options.ts'

describe('The braces at the end of a caption', () => {
  test.each([
    ['Rates {#rates}', 'Rates', '#rates'],
    ['Rates', 'Rates', undefined],
    ['Rates {of} banks', 'Rates {of} banks', undefined],
    ['Rates {of} {#rates}  ', 'Rates {of}', '#rates'],
    ['{#rates}', '', '#rates'],
  ])('are split off %j', (caption, words, braces) => {
    expect(splitCaption(caption)).toEqual({ words, braces })
  })

  test('give the table an id', () => {
    expect(readTableOptions('#rates-2026')).toEqual({ options: { id: 'rates-2026' }, mistakes: [] })
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

  test.each([
    ['#Rates', 'has the id "Rates": write at most 60 lower-case letters'],
    [`#${'a'.repeat(61)}`, 'write at most 60 lower-case letters'],
    ['#one #two', 'has two ids'],
    ['colour="light blue"', 'has "colour="light blue"" in its braces, which means nothing'],
  ])('are refused as %j', (braces, mistake) => {
    expect(readTableOptions(braces).mistakes).toEqual([expect.stringContaining(mistake)])
  })

  test('take an id of 60 characters', () => {
    expect(readTableOptions(`#${'a'.repeat(60)}`).mistakes).toEqual([])
  })
})
