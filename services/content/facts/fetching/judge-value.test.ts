import { describe, expect, test } from 'vitest'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { FetchedFact } from '../fact-file.ts'
import { judgeValue } from './judge-value.ts'

const TODAY = '2026-12-01'

const factWith = (changes: Partial<FetchedFact['fetch']> = {}, last = {}): FetchedFact => ({
  fact: 'rate',
  title: 'A rate',
  fetch: {
    url: 'https://rates.example.org/',
    value: '/v',
    on: '/on',
    between: [0, 20],
    step: 2,
    every: 'day',
    ...changes,
  },
  values: [
    { from: '2026-01-01', is: '3%' },
    { from: '2026-11-02', is: '4.40%', ...last },
  ],
})

const judge = (figure: number, fact = factWith(), day = '2026-11-20', locale: Locale = 'en_US') =>
  judgeValue({ figure, day }, fact, { locale, day: TODAY })

describe('a value that is fetched', () => {
  test.each<[Locale, string, number, string]>([
    ['en_US', '4.40%', 4.485, '4.49%'],
    ['en_US', '4.4%', 4.49, '4.5%'],
    ['en_US', '$24,500', 25_000.4, '$25,000'],
    ['en_US', '950 points', 1_234.5, '1,235 points'],
    ['en_US', '−0.50%', -0.25, '−0.25%'],
    ['ru_RU', '4,40\u00a0%', 4.49, '4,49\u00a0%'],
    ['ru_RU', '42\u00a0629\u00a0₽', 43_000, '43\u00a0000\u00a0₽'],
    ['tr_TR', '%4,40', 4.49, '%4,49'],
    ['tr_TR', '42.629,50 TL', 43_000.1, '43.000,10 TL'],
  ])('is printed in %s as %s is: %d is %s', (locale, is, figure, printed) => {
    const fact = factWith({ between: [-1, 100_000], step: 100_000 }, { is })
    expect(judge(figure, fact, '2026-11-20', locale)).toEqual({
      outcome: 'new',
      value: { from: '2026-11-20', is: printed },
    })
  })

  test('is nothing new if it prints the same, also on another day and with other blanks', () => {
    expect(judge(4.4)).toEqual({ outcome: 'unchanged' })
    expect(judge(4.404)).toEqual({ outcome: 'unchanged' })
    expect(judge(4.4, factWith(), '2027-01-01')).toEqual({ outcome: 'unchanged' })
    const blank = factWith({}, { is: '4,40 %' })
    expect(judge(4.4, blank, '2026-11-20', 'ru_RU')).toEqual({ outcome: 'unchanged' })
  })

  test.each([
    [0, { outcome: 'new' }],
    [
      -0.01,
      { outcome: 'refused', reason: expect.stringContaining('-0.01 is not between 0 and 20') },
    ],
    [20, { outcome: 'new' }],
    [
      20.01,
      { outcome: 'refused', reason: expect.stringContaining('20.01 is not between 0 and 20') },
    ],
  ])('is plausible up to the limits of the fact: %d', (figure, verdict) => {
    expect(judge(figure, factWith({ step: 100 }))).toMatchObject(verdict)
  })

  test.each([
    [6.4, { outcome: 'new' }],
    [
      6.41,
      {
        outcome: 'refused',
        reason: expect.stringContaining('6.41 differs from the last value, 4.40%, by more than 2'),
      },
    ],
    [2.4, { outcome: 'new' }],
    [2.39, { outcome: 'refused', reason: expect.stringContaining('by more than 2') }],
  ])('is plausible up to a step from the last one: %d', (figure, verdict) => {
    expect(judge(figure)).toMatchObject(verdict)
  })

  test('is as near as a step of a tenth allows, although no double is', () => {
    expect(judge(4.5, factWith({ step: 0.1 }))).toMatchObject({ outcome: 'new' })
    expect(judge(4.3, factWith({ step: 0.1 }))).toMatchObject({ outcome: 'new' })
    expect(judge(4.501, factWith({ step: 0.1 }))).toMatchObject({ outcome: 'refused' })
  })

  test.each([
    ['2026-12-01', { outcome: 'new' }],
    [
      '2026-12-02',
      { outcome: 'refused', reason: 'it is from 2026-12-02, and today is 2026-12-01' },
    ],
    ['2026-11-03', { outcome: 'new' }],
    [
      '2026-11-02',
      {
        outcome: 'refused',
        reason: expect.stringContaining('another one, 4.40%, is from 2026-11-02'),
      },
    ],
    [
      '2026-10-30',
      {
        outcome: 'refused',
        reason: expect.stringContaining('another one, 4.40%, is from 2026-11-02'),
      },
    ],
  ])('is from a day after the last one and not after today: %s', (day, verdict) => {
    expect(judge(4.49, factWith(), day)).toMatchObject(verdict)
  })

  test('does not begin before the last one ends', () => {
    const until = factWith({}, { until: '2026-11-20' })
    expect(judge(4.49, until, '2026-11-20')).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('4.40% is in force until 2026-11-20'),
    })
    expect(judge(4.49, until, '2026-11-21')).toMatchObject({ outcome: 'new' })
  })

  test.each([
    ['day', '2026-11-02', '2026-11-03', undefined],
    ['week', '2026-11-02', '2026-11-09', '2026-11-08'],
    ['week', '2026-10-28', '2026-11-04', '2026-11-03'],
    ['month', '2026-10-02', '2026-11-02', '2026-11-01'],
    ['month', '2026-10-31', '2026-11-30', '2026-11-29'],
    ['month', '2026-01-31', '2026-02-28', '2026-02-27'],
    ['month', '2024-01-31', '2024-02-29', '2024-02-28'],
    ['month', '2025-12-15', '2026-01-15', '2026-01-14'],
  ] as const)('is entered once a %s: after %s from %s on', (every, from, first, before) => {
    const fact = factWith({ every }, { from })
    expect(judge(4.49, fact, first)).toMatchObject({ outcome: 'new' })
    if (before === undefined) return
    expect(judge(4.49, fact, before)).toEqual({
      outcome: 'early',
      reason: `the last value is from ${from}, so the next one is entered from ${first} on`,
    })
  })

  test('is one of at most 200', () => {
    const full = factWith()
    const [first, last] = full.values
    if (!first || !last) throw new Error('it has two values')
    const days = Array.from({ length: 198 }, (_, at) => ({ ...first, is: `${at}%` }))
    const with199 = { ...full, values: [...days, last] }
    expect(judge(4.49, with199)).toMatchObject({ outcome: 'new' })
    expect(judge(4.49, { ...full, values: [first, ...days, last] })).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('200 values'),
    })
  })
})
