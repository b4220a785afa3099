import { describe, expect, test } from 'vitest'
import type { ChartOptions, TableTexts } from './chart.ts'
import { readChart } from './read-chart.ts'

const table = (heads: string, ...rows: string[]): TableTexts => ({
  heads: heads.split('|'),
  rows: rows.map((row) => row.split('|')),
})
const OWNER = table(
  'Sold after|Owner: sale proceeds|Renter|Owner ahead by',
  '1 year|$70,857|$103,271|−$32,414',
  '7 years|$173,101|$171,112|$1,989',
  '15 years|$353,606|$256,558|$97,048',
)
const read = (of: TableTexts, options: ChartOptions) => readChart(of, options, 'en_US')
const chartOf = (of: TableTexts, options: ChartOptions) => {
  const result = read(of, options)
  if ('mistake' in result) throw new Error(result.mistake)
  return result.chart
}
const mistakeIn = (of: TableTexts, options: ChartOptions) => {
  const result = read(of, options)
  return 'mistake' in result ? result.mistake : undefined
}

describe('A chart of lines', () => {
  test('has the numbers of the first column as its axis, and a line for each other column', () => {
    const { axis, rows, series } = chartOf(OWNER, { kind: 'lines' })
    expect(axis).toBe('numbers')
    expect(rows).toMatchObject([
      { label: '1 year', at: 1 },
      { label: '7 years', at: 7 },
      { label: '15 years', at: 15 },
    ])
    expect(series.map(({ name }) => name)).toEqual([
      'Owner: sale proceeds',
      'Renter',
      'Owner ahead by',
    ])
    expect(series[2]?.values).toEqual([-32_414, 1_989, 97_048])
  })

  test('has the columns that are named, in their order: by head, its part before a colon, or its beginning', () => {
    const { series } = chartOf(OWNER, { kind: 'lines', columns: ['Renter', 'Owner', 'Owner a'] })
    expect(series.map(({ name, printed }) => [name, printed[0]])).toEqual([
      ['Renter', '$103,271'],
      ['Owner', '$70,857'],
      ['Owner a', '−$32,414'],
    ])
  })

  test('leaves out columns without a number', () => {
    const withWords = table('Year|Sum|Who', '1|$5|Ana', '2|$6|Ben', '3|$7|Ana')
    expect(chartOf(withWords, { kind: 'lines' }).series).toHaveLength(1)
  })

  test('runs from the least to the most, whatever the order of the rows is', () => {
    const falling = table('Rate|Price', '45%|$1', '40%|$2', '35%|$3')
    const { rows, series } = chartOf(falling, { kind: 'lines' })
    expect(rows.map(({ label }) => label)).toEqual(['35%', '40%', '45%'])
    expect(series[0]?.values).toEqual([3, 2, 1])
  })

  test('has days as its axis', () => {
    const days = table('Date|Rate', 'May 2, 2024|5%', 'September 2024|4%', '2025-01-16|3%')
    const { axis, rows } = chartOf(days, { kind: 'steps' })
    expect(axis).toBe('days')
    expect(rows.map(({ at }) => new Date(at).toISOString().slice(0, 10))).toEqual([
      '2024-05-02',
      '2024-09-01',
      '2025-01-16',
    ])
  })
})

test('bars have names, even where these are numbers', () => {
  expect(chartOf(OWNER, { kind: 'bars' }).axis).toBe('names')
})

test('years and months in other numbers and cases are one unit', () => {
  const russian = table('Срок|Сумма', '1 год|5 месяцев', '3 года|1 месяц', '10 лет|2 месяца')
  expect(readChart(russian, { kind: 'lines' }, 'ru_RU')).toHaveProperty('chart')
})

const many = (rows: number) =>
  table('Year|Sum', ...Array.from({ length: rows }, (_, at) => `${at}|5`))
const wide = (columns: number) => {
  const row = `1${'|5'.repeat(columns)}`
  return table(
    `Year${Array.from({ length: columns }, (_, at) => `|c${at}`).join('')}`,
    row,
    `2${row}`,
    `3${row}`,
  )
}

describe('A chart cannot be drawn', () => {
  test.each<[string, TableTexts, ChartOptions]>([
    ['has too few rows, 2: write at least 3', table('a|b', '1|2', '2|3'), { kind: 'lines' }],
    ['has 201 rows, and lines can show 200', many(201), { kind: 'lines' }],
    ['has 31 rows, and bars can show 30', many(31), { kind: 'bars' }],
    ['has 9 columns of numbers, of which at most 8', wide(9), { kind: 'lines' }],
    [
      'names the column "Tenant", and the table has "Owner: sale proceeds", "Renter"',
      OWNER,
      { kind: 'lines', columns: ['Tenant'] },
    ],
    ['more than one begins', OWNER, { kind: 'lines', columns: ['Own'] }],
    ['names a column twice', OWNER, { kind: 'lines', columns: ['Renter', 'Rent'] }],
    [
      'has "none" in the column "b" and the row "2", which is not one number',
      table('a|b', '1|2', '2|none', '3|4'),
      { kind: 'lines' },
    ],
    [
      'has two units, "$" and "%"',
      table('a|b|c', '1|$2|3%', '2|$2|3%', '3|$2|3%'),
      { kind: 'lines' },
    ],
    ['has two units, "$" and no unit', table('a|b', '1|$2', '2|2', '3|$2'), { kind: 'lines' }],
    [
      'has two units, "mon" and "yea"',
      table('a|b', '1 month|2', '6 months|2', '1 year|2'),
      { kind: 'lines' },
    ],
    [
      'has "Rising" in its first column',
      table('a|b', 'Rising|1', 'Falling|2', 'Same|3'),
      { kind: 'lines' },
    ],
    ['same number or day twice', table('a|b', '1|1', '1|2', '2|3'), { kind: 'lines' }],
    ['has no column of numbers', table('a|b', '1|x', '2|y', '3|z'), { kind: 'lines' }],
    ['below zero, which nothing can be stacked on', OWNER, { kind: 'stack' }],
    ['needs two columns, the lowest and the highest', OWNER, { kind: 'range' }],
    [
      'has in the row "b" a lowest number above the highest',
      table('x|l|h', 'a|1|2', 'b|3|2', 'c|1|2'),
      { kind: 'range' },
    ],
    ['has mark=cross, for which it needs two lines', OWNER, { kind: 'bars', marksCrossings: true }],
  ])('that %s', (mistake, of, options) => {
    expect(mistakeIn(of, options)).toContain(mistake)
  })

  test.each([
    ['lines', 200],
    ['bars', 30],
  ] as const)('but %s have room for %d rows', (kind, rows) => {
    expect(mistakeIn(many(rows), { kind })).toBeUndefined()
    expect(mistakeIn(wide(8), { kind })).toBeUndefined()
    expect(mistakeIn(many(3), { kind })).toBeUndefined()
  })
})
