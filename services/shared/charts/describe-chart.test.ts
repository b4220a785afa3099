import { expect, test } from 'vitest'
import type { Locale } from '../contracts/primitives.ts'
import type { ChartOptions } from './chart.ts'
import { describeChart } from './describe-chart.ts'
import { readChart } from './read-chart.ts'

function describeTable(rows: string[][], options: ChartOptions, locale: Locale, caption: string) {
  const [heads = [], ...cells] = rows
  const read = readChart({ heads, rows: cells }, options, locale)
  if ('mistake' in read) throw new Error(read.mistake)
  return describeChart(read.chart, caption)
}

test('the description of lines says first, last, extremes inside, and crossings', () => {
  const rows = [
    ['Year', 'Ana', 'Ben'],
    ['1', '$5', '$9'],
    ['2', '$8', '$7'],
    ['3', '$6', '$7'],
  ]
  expect(describeTable(rows, { kind: 'lines' }, 'en_US', 'Two savers')).toBe(
    'Two savers. Ana: first $5 (1), last $6 (3), highest $8 (2). Ben: first $9 (1), last $7 (3), lowest $7 (2). Ana and Ben cross between 1 and 2. Ana and Ben cross between 2 and 3.',
  )
})

test('the description of bars says the lowest and the highest', () => {
  const rows = [
    ['Fund', 'Costs'],
    ['A', '$360'],
    ['B', '$7,940'],
    ['C', '$4,440'],
  ]
  expect(describeTable(rows, { kind: 'bars' }, 'en_US', 'Costs')).toBe(
    'Costs. Costs: lowest $360 (A), highest $7,940 (B).',
  )
})

test.each<[Locale, string]>([
  ['ru_RU', 'А: сначала 1 (1), в конце 3 (3). Б: сначала 2 (1), в конце 2 (3)'],
  ['tr_TR', 'А: ilk 1 (1), son 3 (3). Б: ilk 2 (1), son 2 (3)'],
])('it is in the language %s', (locale, words) => {
  const rows = [
    ['x', 'А', 'Б'],
    ['1', '1', '2'],
    ['2', '2,5', '2'],
    ['3', '3', '2'],
  ]
  expect(describeTable(rows, { kind: 'lines' }, locale, 'C').replaceAll('\u00a0', ' ')).toContain(
    words,
  )
})
