import { describe, expect, test } from 'vitest'
import type { Locale } from '../contracts/primitives.ts'
import type { ChartKind, ChartOptions } from './chart.ts'
import { drawChart } from './draw-chart.ts'
import { readChart } from './read-chart.ts'

function draw(rows: string[][], options: ChartOptions, locale: Locale = 'en_US'): string[] {
  const [heads = [], ...cells] = rows
  const read = readChart({ heads, rows: cells }, options, locale)
  if ('mistake' in read) throw new Error(read.mistake)
  return drawChart(read.chart).match(/<svg[\s\S]*?<\/svg>/g) ?? []
}

const textsOf = (svg = '') =>
  [...svg.matchAll(/>([^<>]+)</g)].map(([, text = '']) => text.replaceAll('\u00a0', ' '))
const pathsOf = (svg = '', name = '') =>
  [...svg.matchAll(/<path class="([^"]*)" d="([^"]*)"/g)].flatMap(([, classes, path]) =>
    classes?.split(' ')[0] === name ? path : [],
  )
const barsOf = (svg = '') =>
  [...svg.matchAll(/<rect class="bar s(\d)" x="([^"]*)" y="([^"]*)" width="([^"]*)"/g)].map(
    ([, series, x, , width]) => ({ series, x: Number(x), width: Number(width) }),
  )

const SAVERS = [
  ['Sold after', 'Owner', 'Renter'],
  ['1 year', '$70,857', '$103,271'],
  ['7 years', '$173,101', '$171,112'],
  ['15 years', '$353,606', '$256,558'],
]

test.each<ChartKind>(['lines', 'steps', 'bars', 'stack', 'range'])(
  '%s are two pictures of classes alone, for wide windows and for phones',
  (kind) => {
    const rows = kind === 'range' ? SAVERS.map(([x = '', , high = '']) => [x, '$5', high]) : SAVERS
    const heads = ['x', 'low', 'high']
    const pictures = draw([heads, ...rows.slice(1)], { kind })
    expect(
      pictures.map((svg) => /^<svg class="(\S+)" viewBox="0 0 (\d+) /.exec(svg)?.slice(1)),
    ).toEqual([
      ['chart-wide', '640'],
      ['chart-narrow', '320'],
    ])
    for (const svg of pictures) expect(svg).not.toMatch(/style|NaN|Infinity| id=|undefined/)
  },
)

describe('lines', () => {
  test('have their names and last numbers at their ends, and the unit once', () => {
    const [wide, narrow] = draw(SAVERS, { kind: 'lines' })
    for (const svg of [wide, narrow]) {
      const texts = textsOf(svg)
      expect(texts).toEqual(expect.arrayContaining(['Owner', '$353,606', 'Renter', '$256,558']))
      expect(texts.filter((text) => text.includes('thousand'))).toEqual(['$ thousand'])
      expect(texts).toEqual(expect.arrayContaining(['0', '100', '200', '15 years', 'Sold after']))
      expect(pathsOf(svg, 'line')).toHaveLength(2)
    }
  })

  test.each<[Locale, string[][], string, string]>([
    [
      'ru_RU',
      [
        ['10 лет', '1 024 225 ₽'],
        ['20 лет', '3 796 844 ₽'],
        ['30 лет', '11 302 440 ₽'],
      ],
      'млн ₽',
      '12',
    ],
    [
      'tr_TR',
      [
        ['1 yıl', '40.000 TL'],
        ['2 yıl', '20.500 TL'],
        ['3 yıl', '5.000 TL'],
      ],
      'bin TL',
      '40',
    ],
    [
      'tr_TR',
      [
        ['1', '%17,5'],
        ['2', '%15'],
        ['3', '%12,5'],
      ],
      '%',
      '17',
    ],
    [
      'ru_RU',
      [
        ['2020', '1049 ₽'],
        ['2021', '1137 ₽'],
        ['2022', '1273 ₽'],
      ],
      '₽',
      '1250',
    ],
    [
      'en_US',
      [
        ['2020', '0.25'],
        ['2021', '0.5'],
        ['2022', '1'],
      ],
      '0.2',
      '0.8',
    ],
  ])('in %s have an axis in its notation', (locale, rows, unit, tick) => {
    const [wide] = draw([['x', 'y'], ...rows], { kind: 'lines' }, locale)
    expect(textsOf(wide)).toEqual(expect.arrayContaining([unit, tick]))
  })

  test('cross where they are marked, about as far as the rows say', () => {
    const [wide] = draw(SAVERS, { kind: 'lines', marksCrossings: true })
    expect(wide).toContain('<circle class="cross"')
    expect(textsOf(wide)).toContain('≈ 7 years')
    expect(draw(SAVERS, { kind: 'lines' }).join('')).not.toContain('circle')
  })

  test.each<[Locale, string[], string]>([
    ['en_US', ['1 year|8|12', '2 years|20|0', '3 years|30|0'], '≈ 1 year'],
    ['en_US', ['0 years|0|20', '2 years|20|0', '4 years|30|0'], '≈ 1'],
    ['en_US', ['0%|0|20', '2%|20|0', '4%|30|0'], '≈ 1%'],
    ['ru_RU', ['2 года|0|20', '8 лет|20|0', '9 лет|30|0'], '≈ 5 лет'],
    ['ru_RU', ['2 года|8|12', '8 лет|20|0', '9 лет|30|0'], '≈ 3 года'],
    ['tr_TR', ['2 yıl|0|20', '4 yıl|20|0', '6 yıl|30|0'], '≈ 3 yıl'],
  ])('in %s of %j cross at %s, in the form of that number', (locale, rows, name) => {
    const cells = rows.map((row) => row.split('|'))
    const [wide] = draw(
      [['x', 'a', 'b'], ...cells],
      { kind: 'lines', marksCrossings: true },
      locale,
    )
    expect(textsOf(wide)).toContain(name)
  })

  test('begin at zero unless that would press them together', () => {
    const far = [
      ['x', 'y'],
      ['1', '100'],
      ['2', '110'],
      ['3', '121'],
    ]
    expect(textsOf(draw(far, { kind: 'lines' })[0])).not.toContain('0')
    const near = [
      ['x', 'y'],
      ['1', '10'],
      ['2', '110'],
      ['3', '121'],
    ]
    expect(textsOf(draw(near, { kind: 'lines' })[0])).toContain('0')
  })

  test('in steps keep a number until the next', () => {
    const [wide] = draw(
      [
        ['x', 'y'],
        ['1', '5'],
        ['2', '6'],
        ['3', '4'],
      ],
      { kind: 'steps' },
    )
    const [start = '', ...turns] = pathsOf(wide, 'line')[0]?.split(/(?=[MHV])/) ?? []
    expect([start, ...turns].map((part) => part[0])).toEqual(['M', 'H', 'V', 'H', 'V'])
    const heights = [start.split(',')[1], ...turns.map((part) => part.slice(1))].map(Number)
    expect(heights[2]).toBeLessThan(heights[0] ?? 0)
    expect(heights[4]).toBeGreaterThan(heights[0] ?? 0)
  })

  test('of one number alone begin at zero', () => {
    const same = [
      ['x', 'y'],
      ['1', '5'],
      ['2', '5'],
      ['3', '5'],
    ]
    expect(textsOf(draw(same, { kind: 'lines' })[0])).toContain('0')
  })

  test.each([
    ['the top', ['1', '1', '1'], ['99', '99', '99']],
    ['the bottom', ['99', '99', '99'], ['1', '1', '1']],
  ])('that end at %s keep their names apart, and beside the lines', (_where, first, last) => {
    const rows = [
      ['x', 'a', 'b', 'c'],
      ['1', ...first],
      ['2', ...first],
      ['3', ...last],
    ]
    const [wide = ''] = draw(rows, { kind: 'lines' })
    const places = [...wide.matchAll(/class="name s\d" x="[^"]*" y="([^"]*)"/g)].map(([, y]) =>
      Number(y),
    )
    const [one = 0, two = 0, three = 0] = places.toSorted((a, b) => a - b)
    // Two lines of 15 each.
    expect(two - one).toBeGreaterThan(30)
    expect(three - two).toBeGreaterThan(30)
    expect(one).toBeGreaterThan(15)
    // The plot ends at 285, or 306 below a unit; its ticks stand below.
    expect(three).toBeLessThan(285)
  })
})

describe('bars', () => {
  const ROWS = [
    ['Fund', 'Costs'],
    ['Index', '$360'],
    ['Active', '−$720'],
    ['Sold', '$1,440'],
  ]

  test('begin at zero, are as long as their numbers, and have them at their ends', () => {
    for (const svg of draw(ROWS, { kind: 'bars' })) {
      const [one, two, four] = barsOf(svg)
      expect((two?.width ?? 0) / (one?.width ?? 1)).toBeCloseTo(2, 1)
      expect((four?.width ?? 0) / (one?.width ?? 1)).toBeCloseTo(4, 0)
      expect((two?.x ?? 0) + (two?.width ?? 0)).toBeCloseTo(one?.x ?? 0, 0)
      expect(textsOf(svg)).toEqual(['Index', '$360', 'Active', '−$720', 'Sold', '$1,440'])
    }
  })

  test('of several columns have a key; stacked ones follow each other, with their sum', () => {
    const rows = [
      ['Pays', 'Hers', 'Match'],
      ['a', '$72.00', '$36.00'],
      ['b', '$144.00', '$72.00'],
      ['c', '$1.00', '$1.00'],
    ]
    const [wide] = draw(rows, { kind: 'stack' })
    expect(textsOf(wide)).toEqual(['Hers', 'Match', 'a', '$108.00', 'b', '$216.00', 'c', '$2.00'])
    const [, , hers, match] = barsOf(wide)
    expect((hers?.x ?? 0) + (hers?.width ?? 0)).toBeCloseTo(match?.x ?? 0, 0)
  })

  test('of a range go from the lowest to the highest, with both numbers', () => {
    const rows = [
      ['Adviser', 'Least', 'Most'],
      ['Robo', '0.15%', '0.5%'],
      ['Bank', '0.5%', '1.2%'],
      ['Own', '0.75%', '1.5%'],
    ]
    const [wide] = draw(rows, { kind: 'range' })
    expect(textsOf(wide)).toEqual([
      'Robo',
      '0.15%',
      '0.5%',
      'Bank',
      '0.5%',
      '1.2%',
      'Own',
      '0.75%',
      '1.5%',
    ])
    expect(barsOf(wide)).toHaveLength(3)
  })
})

test('texts of a table are escaped, and never cut numbers', () => {
  const long = 'An unbreakable-internationalization '.repeat(9)
  const hostile = '<script>alert("1")</script>&'
  const pictures = draw(
    [
      [hostile, long, hostile],
      ['1', '12 345 678 901 ₽', '1 ₽'],
      ['2', '2 ₽', '2 ₽'],
      ['3', '12 345 678 901 ₽', '1 ₽'],
    ],
    { kind: 'lines' },
    'ru_RU',
  )
  for (const svg of pictures) {
    expect(svg).not.toContain('<script')
    expect(textsOf(svg)).toContain('1 ₽')
    expect(svg).toContain('&lt;script&gt;')
    expect(textsOf(svg).filter((text) => /^\d[\d ]*…/.test(text))).toEqual([])
  }
})
