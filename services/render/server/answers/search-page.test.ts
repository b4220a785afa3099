import { describe, expect, test } from 'vitest'
import type { SearchPage } from '#shared/contracts/page.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { SiteError } from '#shared/errors.ts'
import { renderPageData } from '../../documents/page-data.ts'
import { encodeBody } from '../../store/encode-body.ts'
import { fillSearchPage, parseSearchQuery } from './search-page.ts'
import type { ShowHits } from './show-hits.ts'

const idlePage: SearchPage = {
  kind: 'search',
  path: '/search',
  seo: { title: 'Search', description: 'Find articles', noindex: true },
  categories: [],
  query: '',
  outcome: 'idle',
  total: 0,
  hits: [],
  suggestions: [],
  nearTerms: [],
  number: 1,
  pages: 0,
}
const idle = await encodeBody(renderPageData(idlePage), 'application/json')
const hit = { title: 'Bonds', path: '/articles/bonds', marks: [] }

const card = {
  description: 'What a bond is.',
  publishedAt: '2025-03-04T08:00:00.000Z',
  section: { title: 'Bonds', path: '/expert-advice/bonds' },
}
const showHits: ShowHits = async (hits) => hits.map((one) => ({ ...one, card }))

/** A search service that finds 30 articles by default, and records its calls. */
/** The address of the client. */
const FROM = '203.0.113.7'

function buildSearch(found: Partial<SearchAnswer> = {}) {
  const asked: unknown[] = []
  const client = {
    async search(query: string, page: { limit: number; offset: number }) {
      asked.push({ query, ...page })
      return { query, total: 30, hits: [hit], suggestions: [], ...found }
    },
  }
  return { asked, client, showHits }
}

describe('parseSearchQuery', () => {
  test.each([
    [{}, { text: '', number: 1 }],
    [{ q: 'bonds' }, { text: 'bonds', number: 1 }],
    [
      { q: 'bonds', page: '3' },
      { text: 'bonds', number: 3 },
    ],
    [
      { q: ['first', 'second'], page: ['2', '9'] },
      { text: 'first', number: 2 },
    ],
    [{ q: 7 }, { text: '', number: 1 }],
    [{ q: { a: 'b' } }, { text: '', number: 1 }],
    [{ q: [] }, { text: '', number: 1 }],
    [
      { q: 'a', page: '0' },
      { text: 'a', number: 1 },
    ],
    [
      { q: 'a', page: '-1' },
      { text: 'a', number: 1 },
    ],
    [
      { q: 'a', page: '1.5' },
      { text: 'a', number: 1 },
    ],
    [
      { q: 'a', page: '1e3' },
      { text: 'a', number: 1 },
    ],
    [
      { q: 'a', page: '01' },
      { text: 'a', number: 1 },
    ],
    [
      { q: 'a', page: '9999' },
      { text: 'a', number: 500 },
    ],
    [
      { q: 'a', page: '99999' },
      { text: 'a', number: 1 },
    ],
    [undefined, { text: '', number: 1 }],
    [null, { text: '', number: 1 }],
    ['text', { text: '', number: 1 }],
  ])('parses %j as %j', (query, expected) => {
    expect(parseSearchQuery(query)).toEqual(expected)
  })
})

describe('answerSearch', () => {
  test('requests twelve articles of the given page [M-507]', async () => {
    const search = buildSearch()

    const page = await fillSearchPage(search, idle, { text: 'bonds', number: 3, from: FROM })

    expect(search.asked).toEqual([{ query: 'bonds', limit: 12, offset: 24 }])
    expect(page).toEqual({
      ...idlePage,
      query: 'bonds',
      outcome: 'results',
      total: 30,
      hits: [{ ...hit, card }],
      number: 3,
      pages: 3,
    })
  })

  test('passes on suggestions and similar titles', async () => {
    const suggestions: SearchAnswer['suggestions'] = [
      { ...hit, kind: 'article', explains: 'fixed income', without: ['score'] },
    ]
    const nearTerms = [{ title: 'Bond', path: '/articles/bonds' }]
    const search = buildSearch({ total: 0, hits: [], suggestions, nearTerms })

    const page = await fillSearchPage(search, idle, { text: 'bnods', number: 1, from: FROM })

    expect(page).toMatchObject({ outcome: 'results', total: 0, hits: [], pages: 0 })
    expect(page).toMatchObject({ suggestions, nearTerms })
  })

  test.each([
    ['', 'idle'],
    ['   ', 'idle'],
    ['ab', 'too-short'],
    ['a'.repeat(201), 'too-long'],
    ['a '.repeat(41), 'too-long'],
  ])('sends no request for %j: %s', async (text, outcome) => {
    const search = buildSearch()

    const page = await fillSearchPage(search, idle, { text, number: 1, from: FROM })

    expect(page.outcome).toBe(outcome)
    expect(page.query.length).toBeLessThanOrEqual(200)
    expect(search.asked).toEqual([])
  })

  test('shows a message when search does not answer, and rethrows other errors', async () => {
    const failing = (error: Error) => ({
      client: { search: () => Promise.reject(error) },
      showHits,
    })
    const down = failing(new SiteError('unavailable', 'down'))
    const broken = failing(new TypeError('a bug'))

    await expect(
      fillSearchPage(down, idle, { text: 'bonds', number: 1, from: FROM }),
    ).resolves.toMatchObject({
      outcome: 'failed',
      query: 'bonds',
    })
    await expect(
      fillSearchPage(broken, idle, { text: 'bonds', number: 1, from: FROM }),
    ).rejects.toThrow('a bug')
  })
})
