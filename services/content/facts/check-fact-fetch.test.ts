import { expect, test } from 'vitest'
import { reasonsAgainst } from '#shared/check-shape.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { reasonsAgainstFactFile } from './check-fact-file.ts'
import { FactFile, type WrittenFact } from './fact-file.ts'

const FETCH = {
  url: 'https://fred.stlouisfed.org/graph/fredgraph.csv?id=DGS10&cosd=2026-01-01',
  value: 'DGS10',
  on: 'observation_date',
  between: [0, 20],
  step: 2,
  every: 'month',
}

const factWith = (fetch: object, is = '4.40%') => ({
  fact: 'ten-years',
  title: 'The yield of Treasury notes of ten years',
  source: { title: 'A notice', url: 'https://www.example.org/' },
  fetch,
  values: [
    { from: '2026-09-01', is: '95%' },
    { from: '2026-10-01', is },
  ],
})

function check(fetch: object, is?: string, locale: Locale = 'en_US') {
  const facts = [factWith(fetch, is)]
  const shape = reasonsAgainst(FactFile, facts)
  const reasons =
    shape.length > 0 ? shape : [...reasonsAgainstFactFile(facts as WrittenFact[], locale)]
  return reasons.map(({ field, message }) => `${field} ${message}`)
}

test.each<[object, string?, Locale?]>([
  [FETCH],
  [{ ...FETCH, value: '/refRates/0/percentRate', on: '/refRates/0/effectiveDate', every: 'day' }],
  [{ ...FETCH, between: [4.4, 4.5], step: 0.01, every: 'week' }],
  [{ ...FETCH, between: [-20, 4.4] }],
  [{ ...FETCH, between: [20_000, 30_000] }, '$24,500'],
  [FETCH, '4,40\u00a0%', 'ru_RU'],
  [FETCH, '%4,40', 'tr_TR'],
])('%j is where the values of a fact can come from', (...fetch) => {
  expect(check(...fetch)).toEqual([])
})

const { step: _, ...WITHOUT_STEP } = FETCH

test.each<[object, string, string?, Locale?]>([
  [{ ...FETCH, url: 'http://fred.stlouisfed.org/' }, 'url must begin with https://'],
  [{ ...FETCH, url: 'ftp://fred.stlouisfed.org/' }, 'url must be an address'],
  [{ ...FETCH, url: 'https://user@fred.stlouisfed.org/' }, 'url must be an address'],
  [
    { ...FETCH, url: 'https://localhost/rate' },
    'url must be the address of a host on the internet',
  ],
  [{ ...FETCH, url: 'https://10.0.0.8/rate' }, 'url must be the address of a host on the internet'],
  [{ ...FETCH, url: 'https://[::1]/rate' }, 'url must be'],
  [{ ...FETCH, on: '/observation_date' }, 'on is of another kind than value'],
  [{ ...FETCH, value: '' }, 'value must not have fewer than 1 characters'],
  [{ ...FETCH, between: [20, 0] }, 'between must have the smaller number first'],
  [{ ...FETCH, between: [4.4, 4.4] }, 'between must have the smaller number first'],
  [{ ...FETCH, between: [0, 4.39] }, 'between leaves out the last value, 4.40%'],
  [{ ...FETCH, between: [4.41, 20] }, 'between leaves out the last value, 4.40%'],
  [
    { ...FETCH, between: [0, 0.2] },
    'between leaves out the last value, 4,40\u00a0%',
    '4,40\u00a0%',
    'ru_RU',
  ],
  [{ ...FETCH, between: [0] }, 'between'],
  [{ ...FETCH, between: [0, 1, 2] }, 'between'],
  [{ ...FETCH, between: ['0', '20'] }, 'between/0 must be number'],
  [{ ...FETCH, step: 0 }, 'step must be > 0'],
  [{ ...FETCH, every: 'hour' }, 'every must be one of: day, week, month'],
  [{ ...FETCH, form: 'csv' }, 'form is not a known field'],
  [WITHOUT_STEP, 'step is missing'],
  [
    FETCH,
    'value is to be printed as the last value is, and 4.25–4.50% is not exactly one number',
    '4.25–4.50%',
  ],
])('%j is refused: %s', (fetch, reason, is, locale) => {
  const [first, ...others] = check(fetch, is, locale)
  expect(first?.startsWith(`/0/fetch/${reason}`), first).toBe(true)
  expect(others.filter((other) => !other.startsWith('/0/fetch/between'))).toEqual([])
})
