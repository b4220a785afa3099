import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cachingHeaders } from './caching.ts'

const END = '2027-01-01T00:00:00.000Z'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const headersAt = (now: string, caching: 'revalidate' | 'purged' = 'revalidate') => {
  vi.setSystemTime(now)
  const list = cachingHeaders(caching, END)
  const at = (name: string) => list[list.indexOf(name) + 1]
  return [at('cache-control'), at('cdn-cache-control'), at('sunset')]
}

describe('a page that expires', () => {
  const SUNSET = 'Fri, 01 Jan 2027 00:00:00 GMT'

  test('is kept as any other while more than a day is left', () => {
    const lasting = cachingHeaders('revalidate')
    expect(lasting).toEqual([
      'cache-control',
      'public, max-age=0, must-revalidate, s-maxage=2, stale-while-revalidate=8, stale-if-error=86400',
      'cdn-cache-control',
      'max-age=2, stale-while-revalidate=8, stale-if-error=86400',
    ])
    expect(headersAt('2026-12-30T23:59:58.000Z')).toEqual([lasting[1], lasting[3], SUNSET])
  })

  test.each([
    ['2026-12-31T00:00:00.001Z', 2, 8, 86_397],
    ['2026-12-31T23:59:50.000Z', 2, 8, 8],
    ['2026-12-31T23:59:51.000Z', 2, 7, 7],
    ['2026-12-31T23:59:57.000Z', 2, 1, 1],
    ['2026-12-31T23:59:59.000Z', 1, 0, 0],
    ['2026-12-31T23:59:59.001Z', 0, 0, 0],
    ['2027-01-01T00:00:01.000Z', 0, 0, 0],
  ])('is in no cache after its end: at %s', (now, fresh, revalidating, failing) => {
    const rest = `stale-while-revalidate=${revalidating}, stale-if-error=${failing}`
    expect(headersAt(now)).toEqual([
      `public, max-age=0, must-revalidate, s-maxage=${fresh}, ${rest}`,
      `max-age=${fresh}, ${rest}`,
      SUNSET,
    ])
  })

  test.each([
    ['2026-12-29T00:00:00.000Z', 86_400, 8, 86_400],
    ['2026-12-31T00:00:00.000Z', 86_400, 0, 0],
    ['2026-12-31T12:00:00.000Z', 43_200, 0, 0],
    ['2026-12-31T23:59:59.001Z', 0, 0, 0],
  ])('is in no cache that is purged after its end either: at %s', (now, fresh, ...stale) => {
    const [revalidating, failing] = stale
    const rest = `stale-while-revalidate=${revalidating}, stale-if-error=${failing}`
    expect(headersAt(now, 'purged')).toEqual([
      `public, max-age=0, must-revalidate, s-maxage=${fresh}, ${rest}`,
      `max-age=${fresh}, ${rest}`,
      SUNSET,
    ])
  })
})
