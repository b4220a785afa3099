import { describe, expect, test } from 'vitest'
import type { FormatData } from '../formulas/example-data.ts'
import { type ChartData, chartWith } from './following-chart.ts'

const DOLLARS: FormatData = ['$', '', 0, 1, 0]
const PERCENT: FormatData = ['', '%', 1, 0, 1]

const data = (changed: Partial<ChartData> = {}): ChartData => ({
  kind: 'bars',
  axis: 'names',
  head: 'Plan',
  marksCrossings: false,
  rows: [
    ['A', 0, null],
    ['B', 1, null],
    ['C', 2, null],
  ],
  series: [
    [
      'Cost',
      [
        [['*', ['price', 2]], DOLLARS],
        [1_500, DOLLARS],
        ['price', DOLLARS],
      ],
    ],
  ],
  ...changed,
})

describe('a chart with the numbers of a reader', () => {
  test('shows what its table prints for them', () => {
    const chart = chartWith(data(), { price: 1_234.56 }, 'en_US')
    expect(chart?.series).toEqual([
      { name: 'Cost', values: [2_469, 1_500, 1_235], printed: ['$2,469', '$1,500', '$1,235'] },
    ])
  })

  test('shows percentages to the digit that is printed', () => {
    const series: ChartData['series'] = [
      [
        'Rate',
        [
          ['rate', PERCENT],
          [0.05, PERCENT],
          [0.1, PERCENT],
        ],
      ],
    ]
    const chart = chartWith(data({ series }), { rate: 0.12345 }, 'tr_TR')
    expect(chart?.series[0]?.values[0]).toBeCloseTo(0.123, 12)
    expect(chart?.series[0]?.printed[0]).toBe('12,3%')
  })

  test('is none where a cell has no result', () => {
    const series: ChartData['series'] = [
      [
        'Share',
        [
          [['/', [1, 'price']], DOLLARS],
          [1, DOLLARS],
          [2, DOLLARS],
        ],
      ],
    ]
    expect(chartWith(data({ series }), { price: 0 }, 'en_US')).toBeUndefined()
    expect(chartWith(data({ series }), { price: 1 }, 'en_US')).toBeDefined()
  })

  test('is none where this kind of chart cannot show it', () => {
    expect(chartWith(data({ kind: 'stack' }), { price: -1 }, 'en_US')).toBeUndefined()
    expect(chartWith(data({ kind: 'bars' }), { price: -1 }, 'en_US')).toBeDefined()
  })
})
