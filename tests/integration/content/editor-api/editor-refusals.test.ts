import { describe, expect } from 'vitest'
import { articleDraft, contentTest as test } from '../../../support/content/content-service.ts'

const REAL = '/articles/what-a-bond-is-and-why-its-price-moves'

describe('the editor API refuses', () => {
  test('an invalid article with all reasons, and writes nothing', async ({ shared: content }) => {
    const before = await content.revision()
    const wrong = articleDraft({
      title: 'x'.repeat(201),
      author: 'Elenor Whitcombe',
      entities: [
        { category: 'expert-advise' },
        { category: 'product-reviews', subcategories: [{ subcategory: 'etf' }] },
      ],
      publishedAt: '2024-11-06',
      colour: 'red',
      topNotchRank: 'first',
    })

    for (const [method, url] of [
      ['PUT', '/articles/mine'],
      ['PUT', REAL],
      ['PATCH', REAL],
    ] as const) {
      const answer = await content.edit(method, url, wrong)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'invalid-input', requestId: expect.any(String) })
      const reasons: { field: string; message: string }[] = answer.json().reasons
      expect([...new Set(reasons.map(({ field }) => field))].toSorted()).toEqual([
        '/author',
        '/colour',
        '/entities/0/category',
        '/entities/1/subcategories/0/subcategory',
        '/publishedAt',
        '/title',
        '/topNotchRank',
      ])
      const messages = reasons.map(({ message }) => message).join()
      for (const name of ['Eleanor Whitcombe', 'expert-advice', 'etfs']) {
        expect(messages).toContain(`did you mean "${name}"?`)
      }
    }
    expect(await content.revision()).toBe(before)
    expect(await content.pageModel('/articles/mine')).toMatchObject({ status: 'unknown' })
  })

  test('titles and names with invisible characters', async ({ shared: content }) => {
    for (const [character, name] of [
      ['\u0007', 'U+0007'],
      ['\u009b', 'U+009B'],
      ['\uffff', 'U+FFFF'],
    ]) {
      for (const [field, value] of Object.entries({
        title: `A${character}b`,
        description: `A${character}b`,
        takeaways: [`A${character}b`],
      })) {
        const answer = await content.edit('PUT', '/articles/mine', articleDraft({ [field]: value }))
        expect(answer.statusCode).toBe(400)
        const at = Array.isArray(value) ? `/${field}/0` : `/${field}`
        const message = `has a character that nobody can read: ${name}`
        expect(answer.json().reasons).toEqual([{ field: at, message }])
      }
    }
    const fine = articleDraft({ title: 'A\tb\nc', body: 'Text\u0007 with a bell.' })
    expect((await content.edit('PUT', '/articles/mine?dryRun=true', fine)).statusCode).toBe(200)
  })

  test('text that Postgres cannot store', async ({ shared: content }) => {
    const before = await content.revision()
    for (const text of ['nul \0', 'half \uD83D']) {
      for (const body of [
        { title: text },
        { body: text },
        { takeaways: [text] },
        { sources: [{ title: text, url: 'https://a.example' }] },
        {
          entities: [
            {
              category: 'expert-advice',
              subcategories: [{ subcategory: 'market-trends', subsubcategories: [text] }],
            },
          ],
        },
      ]) {
        expect((await content.edit('PATCH', REAL, body)).statusCode).toBe(400)
      }
      for (const sapeLinks of [{ '/': [text] }, { [`/${text}`]: ['x'] }]) {
        const answer = await content.edit('PUT', '/ads', { sapeData: { sapeLinks } })
        expect(answer.statusCode).toBe(400)
      }
      const sapeData = { sapeLinks: {}, sapeNewUrl: text }
      expect((await content.edit('PUT', '/ads', { sapeData })).statusCode).toBe(400)
    }
    expect(await content.revision()).toBe(before)
  })

  /** What one request may be told, however much is wrong with it. */
  const LONGEST_ANSWER = 100_000
  const many = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => make(index))
  const nested = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000)

  test('a draft with very many mistakes, with their number', async ({ shared: content }) => {
    const before = await content.revision()
    for (const changes of [
      { entities: many(60_000, (at) => ({ category: `c-${at}` })) },
      { entities: many(60_000, () => 1) },
      {
        entities: [
          { category: 'expert-advice', subcategories: many(60_000, () => ({ subcategory: 'no' })) },
        ],
      },
      Object.fromEntries(many(60_000, (at) => [`f${at}`, 1] as const)),
      { takeaways: many(60_000, () => '\u0007') },
    ]) {
      const answer = await content.edit('PUT', '/articles/mine', articleDraft(changes))
      expect(answer.statusCode).toBe(400)
      expect(answer.body.length).toBeLessThan(LONGEST_ANSWER)
    }
    const flood = articleDraft({ entities: many(60_000, () => 1) })
    const { reasons } = (await content.edit('PUT', '/articles/mine', flood)).json()
    expect(reasons).toContainEqual({
      field: '',
      message: expect.stringContaining('has more mistakes'),
    })
    expect(await content.revision()).toBe(before)
  })

  test('very long names without repeating them', async ({ shared: content }) => {
    const long = 'x'.repeat(500_000)
    for (const changes of [{ author: long }, { [long]: 1 }, { entities: [{ category: long }] }]) {
      const answer = await content.edit('PUT', '/articles/mine', articleDraft(changes))
      expect(answer.statusCode).toBe(400)
      expect(answer.body.length).toBeLessThan(LONGEST_ANSWER)
    }
  })

  test('very deep nesting', async ({ shared: content }) => {
    const headers = { authorization: `Bearer ${content.token}`, 'content-type': 'application/json' }
    for (const value of [nested('[', ']'), `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`]) {
      for (const field of ['title', 'entities', 'other'])
        for (const [method, url] of [
          ['PUT', '/articles/mine'],
          ['PATCH', REAL],
          ['PUT', '/ads'],
        ] as const) {
          const payload = `{"${field}":${value},"sapeData":${value}}`
          const answer = await content.app.inject({ method, url, payload, headers })
          expect(answer.statusCode).toBe(400)
          expect(answer.body.length).toBeLessThan(LONGEST_ANSWER)
        }
    }
  })

  test('a body that is too large, no JSON or missing', async ({ shared: content }) => {
    const send = (payload: string, type = 'application/json', method: 'PUT' | 'PATCH' = 'PUT') =>
      content.app.inject({
        method,
        url: REAL,
        payload,
        headers: { authorization: `Bearer ${content.token}`, 'content-type': type },
      })
    const before = await content.revision()

    const large = await send(JSON.stringify(articleDraft({ body: 'x'.repeat(2_200_000) })))
    expect(large.statusCode).toBe(413)
    expect(large.json()).toMatchObject({ code: 'refused', requestId: expect.any(String) })
    expect((await send('{"title":')).statusCode).toBe(400)
    expect((await send('')).statusCode).toBe(400)
    expect((await send('null')).statusCode).toBe(400)
    expect((await send('[]', 'application/json', 'PATCH')).statusCode).toBe(400)
    expect((await send('{"__proto__":{"title":"x"}}')).statusCode).toBe(400)
    expect((await send('title', 'text/plain')).statusCode).toBe(400)
    expect((await send('<title/>', 'application/xml')).statusCode).toBe(415)
    expect(await content.revision()).toBe(before)
  })

  test('a body that is no JSON, with the place and the type to send', async ({
    shared: content,
  }) => {
    const refusalOf = async (payload: string, type: string, url = REAL) => {
      const headers = { authorization: `Bearer ${content.token}`, 'content-type': type }
      const answer = await content.app.inject({ method: 'PUT', url, payload, headers })
      return `${answer.statusCode} ${answer.json().detail}`
    }
    const typo = '{"title": "A title",\n  "body" "A text."}'
    expect(await refusalOf(typo, 'application/json')).toMatch(/^400 .*JSON.*line 2 column 10/)
    expect(await refusalOf('', 'application/json')).toBe(
      '400 The body is not valid JSON: it is empty',
    )
    const form = 'application/x-www-form-urlencoded'
    expect(await refusalOf('{}', form)).toContain('415 Send the body as JSON')
    expect(await refusalOf('a: 1', form, '/site-files/facts')).toMatch(/^415 .*text\/yaml/)
  })

  test('parameters that a route does not have: what was to be tried is not done', async ({
    shared: content,
  }) => {
    const before = await content.revision()
    for (const [method, url, hint] of [
      ['PATCH', `${REAL}?dryrun=true`, 'did you mean "dryRun"?'],
      ['DELETE', `${REAL}?DryRun=true`, 'did you mean "dryRun"?'],
      ['DELETE', `${REAL}?redirectto=/articles/what-a-bond-is`, 'did you mean "redirectTo"?'],
      ['PUT', '/site-files/facts?dry-run=1', 'did you mean "dryRun"?'],
      ['GET', '/drafts?q=1', 'there are by, state, after, limit'],
      ['GET', `${REAL}?x=1`, 'is not a known parameter'],
    ] as const) {
      const type = url.startsWith('/site-files') ? 'text/yaml' : 'application/json'
      const answer = await content.edit(
        method,
        url,
        method === 'GET' ? undefined : { answer: 'A.' },
        {
          'content-type': type,
          'if-match': '*',
        },
      )
      expect(answer.statusCode, url).toBe(400)
      expect(answer.json().reasons[0].message, url).toContain(hint)
    }
    expect(await content.revision()).toBe(before)
  })

  test('a malformed address', async ({ shared: content }) => {
    for (const slug of [
      'Upper-Case',
      'two--hyphens',
      'under_score',
      'x'.repeat(121),
      '%00',
      '%20',
    ]) {
      const answer = await content.edit('PUT', `/articles/${slug}`, articleDraft())
      expect(answer.statusCode).toBe(400)
    }
  })

  test('malformed queries of its reading routes', async ({ shared: content }) => {
    for (const url of [
      '/page-models',
      '/page-models?paths=relative',
      '/changes',
      '/changes?after=-1',
      '/changes?after=0&waitMs=999999',
      '/titles?limit=0',
      '/titles?ids=1',
      `/titles?ids=${Array(101).fill('58dfe48b-57e3-597c-be0c-0bebc55df393').join(',')}`,
    ]) {
      expect((await content.app.inject(url)).statusCode).toBe(400)
    }
  })

  test('no malformed page address: the page is unknown', async ({ shared: content }) => {
    for (const path of [
      '/articles/\0',
      '/\0',
      '/authors/\0',
      '/expert-advice/\0',
      "/articles/' or 1=1 --",
      '/articles/%',
      '//',
      '/articles/',
      '/expert-advice/',
      '/expert-advice/page/0',
      '/expert-advice/page/999',
      '/sitemap/page/1',
      '/😀',
    ]) {
      expect(await content.pageModel(path)).toMatchObject({ status: 'unknown' })
    }
  })
})

describe('before anything was imported', () => {
  test('the service is not ready and reports why', async ({ empty }) => {
    const answer = await empty.app.inject('/page-models?paths=/')
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({
      code: 'unavailable',
      detail: 'No content has been imported yet',
    })
    expect((await empty.edit('PUT', '/articles/mine', articleDraft())).statusCode).toBe(400)
    expect(await empty.revision()).toBe(0)
  })
})
