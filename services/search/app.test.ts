import { Value } from 'typebox/value'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { SearchAnswer } from '#shared/contracts/search.ts'
import { MemoryContent } from '../../tests/support/content/memory-content.ts'
import { NO_LOAD } from '../shared/http/load-ladder.ts'
import { buildApp } from './app.ts'

const SITE_URL = 'https://finlore.example'

const entry = (number: number, title: string) => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  title,
  path: `/articles/article-${number}`,
  publishedAt: new Date(Date.UTC(2025, 0, number)).toISOString(),
})

const prepare = (content: MemoryContent, maxPerSecond = 1_000) =>
  buildApp({
    content,
    locale: 'en_US',
    engine: 'auto',
    siteUrl: SITE_URL,
    maxPerSecond,
    // Nothing may be shed because the test machine is busy.
    measureLoad: () => NO_LOAD,
    log: { level: 'silent' },
  })

async function build({ titles = ['Investing for Beginners'], maxPerSecond = 1_000 } = {}) {
  const content = new MemoryContent(titles.map((title, at) => entry(at + 1, title)))
  const { service, titles: search, start } = prepare(content, maxPerSecond)
  onTestFinished(start().stop)
  await vi.waitUntil(() => search.position, { timeout: 20_000 })
  return { content, titles: search, app: service.app, ops: service.ops }
}

const search = (query: Record<string, string>) =>
  `/api/search?${new URLSearchParams(query).toString()}`

describe('which engine is asked first', () => {
  const gone = { url: 'http://127.0.0.1:9', key: 'a-key-of-tests' }

  test.each([
    ['auto', undefined, 'embedded'],
    ['auto', gone, 'meili'],
    ['meili', gone, 'meili'],
    ['embedded', gone, 'embedded'],
  ] as const)('%s, with Meilisearch at %o: %s', async (engine, meili, first) => {
    const content = new MemoryContent([entry(1, 'Bonds')])
    const { service, titles, start } = buildApp({
      content,
      locale: 'en_US',
      engine,
      meili,
      siteUrl: SITE_URL,
      maxPerSecond: 1_000,
      measureLoad: () => NO_LOAD,
      log: { level: 'silent' },
    })
    onTestFinished(start().stop)
    await vi.waitUntil(() => titles.position, { timeout: 20_000 })
    expect(titles.preferred).toBe(first)

    // There is no answer from there, so our own index gives one.
    const response = await service.app.inject(search({ q: 'bonds' }))
    expect(response.headers['x-search-engine']).toBe('embedded')
    expect(response.json()).toMatchObject({ total: 1 })
    expect(titles.failures.failed).toBe(first === 'meili' ? 1 : 0)
  })
})

describe('the order of what is found', () => {
  const TITLES = [
    'Bond funds compared',
    'How a bond ladder works',
    'What a bond is',
    'Bond prices',
    'Reading a bond table',
  ]
  const link = (number: number) => ({
    title: TITLES[number - 1] ?? '',
    path: `/articles/article-${number}`,
  })
  const askTitles = async (app: Awaited<ReturnType<typeof build>>['app'], query: object) => {
    const answer = (await app.inject(search(query as Record<string, string>))).json()
    return { total: answer.total, titles: answer.hits.map((hit: { title: string }) => hit.title) }
  }
  async function named(forms: string[], number = 3) {
    const built = await build({ titles: TITLES })
    built.content.name({ terms: [{ forms, article: link(number) }] })
    const revision = built.content.revision
    await vi.waitUntil(() => built.titles.position?.revision === revision, { timeout: 20_000 })
    return built.app
  }
  const PLAIN = [
    'Bond prices',
    'Bond funds compared',
    'Reading a bond table',
    'What a bond is',
    'How a bond ladder works',
  ]
  const LED = ['What a bond is', ...PLAIN.filter((title) => title !== 'What a bond is')]

  test.each([
    ['bond', LED],
    ['BOND', LED],
    // Small words say nothing of what is asked, and are still words that titles must have.
    [
      'a bond',
      ['What a bond is', 'Reading a bond table', 'How a bond ladder works', 'Bond funds compared'],
    ],
    ['bon', PLAIN],
    ['bond table', ['Reading a bond table']],
  ])(
    'for %j the title that explains the term comes first, and the set stays',
    async (q, titles) => {
      const app = await named(['Bond', 'bonds'])
      expect(await askTitles(app, { q })).toEqual({ total: titles.length, titles })
    },
  )

  test('is the same in parts of any size', async () => {
    const app = await named(['bond'])
    for (const limit of [1, 2, 3, 4, 5, 6]) {
      const parts: string[] = []
      for (let offset = 0; offset < LED.length; offset += limit) {
        parts.push(...(await askTitles(app, { q: 'bond', limit, offset })).titles)
      }
      expect(parts).toEqual(LED)
    }
  })

  test('adds no title that lacks a word, nor one that is gone', async () => {
    const app = await named(['fixed income'])
    expect((await askTitles(app, { q: 'fixed income' })).total).toBe(0)

    const gone = await build({ titles: TITLES })
    gone.content.name({
      terms: [{ forms: ['bond'], article: { title: 'A bond', path: '/articles/gone' } }],
    })
    const revision = gone.content.revision
    await vi.waitUntil(() => gone.titles.position?.revision === revision, { timeout: 20_000 })
    expect(await askTitles(gone.app, { q: 'bond' })).toEqual({ total: 5, titles: PLAIN })
  })
})

describe('GET /api/search', () => {
  test('answers according to the contract, and names its engine', async () => {
    const { app } = await build({ titles: ['Bonds', 'Investing for Beginners'] })

    const response = await app.inject(search({ q: ' beginners INVEST' }))

    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      query: ' beginners INVEST',
      total: 1,
      hits: [
        {
          title: 'Investing for Beginners',
          path: '/articles/article-2',
          marks: [
            [0, 6],
            [14, 23],
          ],
        },
      ],
      suggestions: [],
    })
    expect(Value.Check(SearchAnswer, response.json())).toBe(true)
    expect(response.headers['content-type']).toMatch('application/json')
    expect(response.headers['x-search-engine']).toBe('embedded')
    expect(response.headers['cache-control']).toBe(
      'public, max-age=0, s-maxage=30, stale-while-revalidate=60',
    )
  })

  test.each(['', 'ab', '   ', 'in', '\u200b\u200b\u200b'])('finds nothing for %j', async (q) => {
    const { app } = await build()

    const response = await app.inject(search({ q }))

    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ query: q, total: 0, hits: [], suggestions: [] })
  })

  test('treats a missing query as an empty one', async () => {
    const { app } = await build()

    expect((await app.inject('/api/search')).json()).toMatchObject({ query: '', total: 0 })
  })

  test('reads the query as it was sent', async () => {
    const { app } = await build({ titles: ['100% S&P 500+ "bonds" \\ счёт 👍', 'Other'] })

    for (const q of ['100%', 's&p', '500+', '"bonds"', '\\ bonds', 'СЧЁТ', '👍 s']) {
      const response = await app.inject(search({ q }))
      expect(response.json()).toMatchObject({ query: q, total: 1 })
    }
    expect((await app.inject('/api/search?q=s%26p+500')).json()).toMatchObject({ query: 's&p 500' })
    expect((await app.inject('/api/search?q=100%')).json()).toMatchObject({ total: 1 })
  })

  test('returns the requested page, 8 titles by default', async () => {
    const titles = Array.from({ length: 60 }, (_, number) => `Bond ${number}`)
    const { app } = await build({ titles })
    const read = async (query: Record<string, string>) =>
      (await app.inject(search({ q: 'bond', ...query }))).json()

    expect((await read({})).hits).toHaveLength(8)
    expect((await read({ limit: '50' })).hits).toHaveLength(50)
    const page = await read({ limit: '2', offset: '1' })
    expect(page.total).toBe(60)
    expect(page.hits.map((hit: { title: string }) => hit.title)).toEqual(['Bond 58', 'Bond 57'])
    expect(await read({ offset: '10000' })).toMatchObject({ total: 60, hits: [] })
  })

  test.each([
    [{ q: 'x'.repeat(201) }, 'q must not be longer than 200 characters'],
    [{ q: '👍'.repeat(101) }, 'q must not be longer than 200 characters'],
    [{ q: 'a '.repeat(41) }, 'q must not have more than 40 words'],
    [{ limit: '0' }, 'limit must be a whole number from 1 to 50'],
    [{ limit: '51' }, 'limit must be a whole number from 1 to 50'],
    [{ limit: '' }, 'limit must be a whole number from 1 to 50'],
    [{ limit: '1e1' }, 'limit must be a whole number from 1 to 50'],
    [{ offset: '-1' }, 'offset must be a whole number from 0 to 10000'],
    [{ offset: '10001' }, 'offset must be a whole number from 0 to 10000'],
    [{ offset: '99999999999999999999' }, 'offset must be a whole number from 0 to 10000'],
  ])('refuses %j and says what is allowed', async (query, detail) => {
    const { app } = await build()

    const response = await app.inject(search(query))

    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid-input', detail })
  })

  test('accepts the longest query that is allowed [M-512]', async () => {
    const { app } = await build()

    expect((await app.inject(search({ q: 'x'.repeat(200) }))).statusCode).toBe(200)
    expect((await app.inject(search({ q: 'a '.repeat(40) }))).statusCode).toBe(200)
  })

  test('refuses a query that is given twice', async () => {
    const { app } = await build()

    expect((await app.inject('/api/search?q=one&q=two')).statusCode).toBe(400)
  })

  test('answers 304 until the titles change', async () => {
    const { app, content, titles } = await build()
    const first = await app.inject(search({ q: 'invest' }))
    const etag = String(first.headers.etag)
    const again = (ifNoneMatch: string) =>
      app.inject({ url: search({ q: 'invest' }), headers: { 'if-none-match': ifNoneMatch } })

    const second = await again(`"other", ${etag}`)
    expect(second.statusCode).toBe(304)
    expect(second.body).toBe('')
    expect(second.headers).not.toHaveProperty('content-type')
    expect(second.headers['content-length'] ?? '0').toBe('0')
    expect(second.headers.etag).toBe(etag)
    expect(second.headers['cache-control']).toBe(first.headers['cache-control'])
    expect((await again('*')).statusCode).toBe(304)
    expect((await again('"other"')).statusCode).toBe(200)

    content.withdraw()
    await vi.waitUntil(() => titles.position?.revision === 2, { timeout: 20_000 })
    const third = await again(etag)
    expect(third.statusCode).toBe(200)
    expect(third.headers.etag).not.toBe(etag)
  })

  test('answers HEAD like GET, without the body', async () => {
    const { app } = await build()
    const get = await app.inject(search({ q: 'invest' }))

    const head = await app.inject({ method: 'HEAD', url: search({ q: 'invest' }) })

    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control']) {
      expect(head.headers[name]).toBe(get.headers[name])
    }
  })

  test('answers 503 until the titles were loaded', async () => {
    const { service } = prepare(new MemoryContent())

    const response = await service.app.inject(search({ q: 'invest' }))

    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('2')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toMatchObject({ code: 'unavailable' })
  })

  test('answers 429 to an address that exceeds its rate, and others as before', async () => {
    const { app } = await build({ maxPerSecond: 3 })
    const ask = (from: string) =>
      app.inject({ url: search({ q: 'invest' }), headers: { 'x-forwarded-for': from } })
    const statuses = async (...from: string[]) => {
      const seen: number[] = []
      for (const address of from) seen.push((await ask(address)).statusCode)
      return seen
    }

    const one = '203.0.113.7'
    expect(await statuses(one, one, one, one)).toEqual([200, 200, 200, 429])
    const refused = await ask('203.0.113.7')
    expect(refused.json()).toMatchObject({
      code: 'too-many-requests',
      detail: 'Too many searches at once; try again in a second',
    })
    expect(refused.headers['retry-after']).toBe('1')
    expect(refused.headers['cache-control']).toBe('no-store')
    expect((await ask('203.0.113.8')).statusCode).toBe(200)
    // A household has many IPv6 addresses of one network.
    expect(
      await statuses('2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2::3', '2001:db8:1:2::4'),
    ).toEqual([200, 200, 200, 429])
  })
})

describe('terms of the dictionary', () => {
  const term = (...forms: string[]) => ({
    forms,
    article: { title: 'What a bond is', path: '/articles/article-1' },
    path: `/terms/${forms[0]?.replaceAll(' ', '-')}`,
    definition: `What ${forms[0]} is.`,
  })
  const hitOf = (title: string) => ({
    title,
    path: `/terms/${title.replaceAll(' ', '-')}`,
    definition: `What ${title} is.`,
  })

  async function answersOf(terms: ReturnType<typeof term>[]) {
    const { app, content, titles } = await build({ titles: ['What a bond is', 'Bond funds'] })
    content.name({ terms })
    await vi.waitUntil(() => titles.position?.revision === 2, { timeout: 20_000 })
    return async (query: Record<string, string>) => (await app.inject(search(query))).json()
  }

  test('are hits of their own, that which was typed first, and change no others', async () => {
    const ask = await answersOf([
      term('bond fund', 'bond funds'),
      term('bond', 'bonds'),
      term('par value', 'face value of a bond'),
      term('bondholder'),
      term('savings bond', 'I bond'),
      term('share'),
    ])
    expect(await ask({ q: 'bond' })).toMatchObject({
      total: 2,
      hits: [{ title: 'What a bond is' }, { title: 'Bond funds' }],
      terms: [{ ...hitOf('bond'), isTyped: true }, hitOf('bondholder'), hitOf('bond fund')],
    })
    // In any of its forms, beside words that only ask, and as a part of a word.
    expect((await ask({ q: 'BONDS' })).terms[0]).toEqual({ ...hitOf('bond'), isTyped: true })
    expect((await ask({ q: 'what is a bond' })).terms[0]).toMatchObject({ isTyped: true })
    expect((await ask({ q: 'shar' })).terms).toEqual([hitOf('share')])
    expect(await ask({ q: 'face value' })).toMatchObject({ total: 0, terms: [hitOf('par value')] })
    expect(await ask({ q: 'bond share' })).not.toHaveProperty('terms')
    expect(await ask({ q: 'mortgage' })).not.toHaveProperty('terms')
  })

  test('are in the first part of an answer only', async () => {
    const ask = await answersOf([term('bond')])
    expect(await ask({ q: 'bond', limit: '1' })).toMatchObject({ terms: [hitOf('bond')] })
    expect(await ask({ q: 'bond', limit: '1', offset: '1' })).not.toHaveProperty('terms')
  })

  test('are left out while content says nothing of their pages', async () => {
    const { path: _, definition: _definition, ...former } = term('bond')
    const ask = await answersOf([former as ReturnType<typeof term>])
    expect(await ask({ q: 'bond' })).not.toHaveProperty('terms')
  })
})

describe('similar titles', () => {
  const titles = [
    'What a bond is and why its price moves',
    'When refinancing a mortgage pays',
    'How to read a pay stub, and what a 401(k) match is worth',
  ]

  test('are separate from the hits, and name their rule', async () => {
    const { app } = await build({ titles })
    const answer = async (q: string) => (await app.inject(search({ q }))).json()

    expect(await answer('morgage')).toMatchObject({
      total: 0,
      hits: [],
      suggestions: [
        { kind: 'article', title: titles[1], path: '/articles/article-2', marks: [[19, 27]] },
      ],
    })
    expect(await answer('bond')).toMatchObject({ total: 1, suggestions: [] })
    expect((await answer('bonds prices')).suggestions).toEqual([
      {
        kind: 'article',
        title: titles[0],
        path: '/articles/article-1',
        marks: [
          [7, 11],
          [27, 32],
        ],
      },
    ])
    expect((await answer('mortgage calculator')).suggestions).toMatchObject([
      { path: '/articles/article-2', marks: [], without: ['calculator'] },
    ])
    expect((await answer('xqzvw')).suggestions).toEqual([])
  })

  test('are not offered where there are enough hits', async () => {
    const withSuggestions = async (hits: number) => {
      const { app } = await build({
        titles: Array.from({ length: hits }, () => 'Bonds').concat('Bond'),
      })
      return (await app.inject(search({ q: 'bonds' }))).json()
    }

    expect(await withSuggestions(3)).toMatchObject({ total: 3, suggestions: [] })
    expect(await withSuggestions(2)).toMatchObject({ total: 2, suggestions: [{ title: 'Bond' }] })
  })

  test('are found by the terms of the dictionary, the names of authors and of categories [M-508]', async () => {
    const { app, content, titles: found } = await build({ titles })
    const article = { title: titles[2] ?? '', path: '/articles/article-3' }
    content.name({
      authors: [{ title: 'Marcus Adeyemi', path: '/authors/marcus-adeyemi' }],
      categories: [{ title: 'Expert advice', path: '/expert-advice' }],
      terms: [{ forms: ['employer match', 'company match'], article }],
    })
    await vi.waitUntil(() => found.position?.revision === 2, { timeout: 20_000 })
    const answer = async (q: string) => (await app.inject(search({ q }))).json()

    expect((await answer('company matches')).suggestions).toEqual([
      { kind: 'article', ...article, marks: [], explains: 'company match' },
    ])
    expect((await answer('adeyemi')).suggestions).toEqual([
      { kind: 'author', title: 'Marcus Adeyemi', path: '/authors/marcus-adeyemi', marks: [] },
    ])
    expect((await answer('expert advise')).suggestions).toMatchObject([
      { kind: 'category', path: '/expert-advice', marks: [[7, 13]] },
    ])
    expect(await answer('emploir')).toMatchObject({
      total: 0,
      suggestions: [],
      nearTerms: [{ title: 'employer match', path: article.path }],
    })
    // What stands next to it in the alphabet is no answer.
    for (const other of ['football', 'zzzzqq', 'empty']) {
      const { suggestions, nearTerms } = await answer(other)
      expect({ suggestions, nearTerms }, other).toEqual({ suggestions: [] })
    }
  })
})

describe('the operators’ side', () => {
  test('is ready when the titles were loaded, and stays ready without content', async () => {
    const content = new MemoryContent()
    const { service, titles, start } = prepare(content)

    const before = await service.ops.inject('/readyz')
    expect(before.statusCode).toBe(503)
    expect(before.json().reasons).toEqual({ titles: 'the titles are still being loaded' })

    onTestFinished(start().stop)
    await vi.waitUntil(() => titles.position, { timeout: 20_000 })
    content.failure = new Error('connection refused')
    content.wake()
    await vi.waitUntil(() => titles.state === 'outage', { timeout: 20_000 })
    expect((await service.ops.inject('/readyz')).statusCode).toBe(200)
  })

  test('counts titles, and shows their revision and an outage', async () => {
    const { ops, content, titles } = await build()
    content.failure = new Error('connection refused')
    content.wake()
    await vi.waitUntil(() => titles.state === 'outage', { timeout: 20_000 })

    const { body } = await ops.inject('/metrics')

    expect(body).toMatch(/^finlore_search_titles\{.*\} 1$/m)
    expect(body).toMatch(/^finlore_search_revision\{.*\} 1$/m)
    expect(body).toMatch(/^finlore_dependency_up\{dependency="content".*\} 0$/m)
  })
})
