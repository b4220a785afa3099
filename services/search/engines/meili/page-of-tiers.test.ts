import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Closeness } from '#shared/text/title-match.ts'
import { readTitleQuery } from '../title-query.ts'
import type { TitleRequest } from './ask-index.ts'
import { pageOfTiers, type Tier } from './page-of-tiers.ts'
import { byAge, byCloseness, createRanking } from './rank-titles.ts'
import type { StoredTitle } from './title-document.ts'

const QUERY = readTitleQuery('bond fund', 'en_US')
const ranking = createRanking(QUERY, 'en_US')
const TITLES = [
  'Bond fund',
  'A bond fund',
  'Funds of bonds',
  'Bonds, fund bond',
  'A bond funds bond',
]
const CLOSENESSES = [Closeness.start, Closeness.phrase, Closeness.words]
const NEWEST = 6

const stored = fc
  .tuple(fc.constantFrom(...TITLES), fc.nat(5), fc.boolean())
  .map(([title, publishedAt, isOdd]) => ({ title, publishedAt, isOdd }))
const collection = fc.array(stored, { maxLength: 40 }).map((list) =>
  list.map(
    ({ title, publishedAt, isOdd }, at): StoredTitle => ({
      id: `id-${String(at).padStart(3, '0')}`,
      kind: isOdd && at % 3 === 0 ? 'odd' : 'title',
      title,
      path: `/${at}`,
      publishedAt,
    }),
  ),
)

function setUp(all: readonly StoredTitle[], knowsTotals: boolean, hasCandidates: boolean) {
  const ranked = ranking.select(all)
  const kept = ranked.filter((title) => title.stored.kind === 'title').sort(byAge)
  const newest = kept.slice(0, NEWEST)
  const tiers = CLOSENESSES.map((closeness): Tier => {
    const isHere = (title: { closeness: number }) => title.closeness === closeness
    return {
      closeness,
      filter: [`${closeness}`],
      candidates: hasCandidates && closeness === Closeness.phrase ? ['any'] : undefined,
      total: knowsTotals ? kept.filter(isHere).length : undefined,
      newest: newest.filter(isHere),
      odd: ranked.filter((title) => title.stored.kind === 'odd' && isHere(title)),
    }
  })
  const requests: TitleRequest[] = []
  const ask = async (request: TitleRequest) => {
    requests.push(request)
    const [filter] = request.filter
    const found = kept.filter(({ closeness }) => filter === 'any' || `${closeness}` === filter)
    const titles = found.slice(request.offset, request.offset + request.limit)
    return { total: found.length, titles: titles.map((title) => title.stored) }
  }
  return { tiers, ask, requests, expected: ranked.toSorted(byCloseness) }
}

describe('pageOfTiers', () => {
  test('pages through all tiers as one list', async () => {
    await fc.assert(
      fc.asyncProperty(
        ...[collection, fc.boolean(), fc.boolean()],
        ...[fc.nat(45), fc.integer({ min: 1, max: 12 })],
        async (all, knowsTotals, hasCandidates, offset, limit) => {
          const { tiers, ask, expected } = setUp(all, knowsTotals, hasCandidates)

          const page = await pageOfTiers(tiers, { limit, offset }, ranking, ask)

          expect(page).toEqual(expected.slice(offset, offset + limit))
        },
      ),
      { numRuns: 3_000 },
    )
  })

  test('requests nothing that is known already', async () => {
    const all = TITLES.map((title, at) => ({
      id: `id-${at}`,
      kind: 'title' as const,
      title,
      path: `/${at}`,
      publishedAt: 0,
    }))
    const { tiers, ask, requests, expected } = setUp(all, true, false)

    expect(await pageOfTiers(tiers, { limit: 8, offset: 0 }, ranking, ask)).toEqual(expected)
    expect(requests).toEqual([])
  })

  test('fails when Meilisearch returns hits of a lower tier than requested', async () => {
    const all = Array.from({ length: 10 }, (_, at) => ({
      id: `id-${at}`,
      kind: 'title' as const,
      title: 'Bond fund',
      path: `/${at}`,
      publishedAt: 0,
    }))
    const { tiers } = setUp(all, true, false)
    const ask = async () => ({
      total: 10,
      titles: all.map((one) => ({ ...one, title: 'A bond fund' })),
    })

    const page = pageOfTiers(tiers, { limit: 10, offset: 0 }, ranking, ask)

    await expect(page).rejects.toThrow('which does not match')
  })
})
