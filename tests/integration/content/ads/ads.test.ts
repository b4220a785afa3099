import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { describe, expect } from 'vitest'
import { Tag } from '../../../../services/shared/contracts/primitives.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { compareWithTags, readAllPages } from '../../../support/pages/page-models.ts'

/** A string of the ad system, and what a page shows of it. */
const html = (word: string) => `<a href="https://${word}.example/">${word}</a> and more`
const link = (word: string) => ({
  before: '',
  text: word,
  href: `https://${word}.example/`,
  after: ' and more',
})
const ARTICLE = '/articles/how-a-broad-index-etf-works'

const ads = (sapeLinks: Record<string, string[]>, sapeNewUrl?: string) => ({
  sapeData: { sapeLinks, ...(sapeNewUrl !== undefined && { sapeNewUrl }) },
})

/** Begins without the sample that the site's own content has. */
async function clear(content: TestContent) {
  await content.commit('PUT', '/ads', ads({}))
  return content
}

async function sponsoredOn(content: TestContent, path: string) {
  const model = await content.pageModel(path)
  if (!('page' in model) || !('sponsored' in model.page)) return undefined
  return model.page.sponsored
}

/** Every edit of the ads touches it, and no page reads it. */
const FILE_TAG = 'site-file:ads/en_US.json'

describe('ad data', () => {
  test('is stored under normalised paths, link by link [M-241]', async ({ content }) => {
    await content.commit(
      'PUT',
      '/ads',
      ads({
        '/': [html('a')],
        'expert-advice/': [html('b'), ''],
        '//authors//': [html('c')],
        '/terms?from=ads#top': ['plain'],
      }),
    )

    const stored = await content.db
      .selectFrom('ad')
      .select(['path', 'links', 'shown'])
      .orderBy('path')
      .execute()
    expect(stored).toEqual([
      { path: '/', links: [html('a')], shown: [link('a')] },
      { path: '/authors', links: [html('c')], shown: [link('c')] },
      { path: '/expert-advice', links: [html('b'), ''], shown: [link('b')] },
      { path: '/terms', links: ['plain'], shown: [] },
    ])
  })

  test('is saved without a warning about paths before the first import', async ({ content }) => {
    await sql`alter table info_page rename to gone`.execute(content.db)
    const answer = await content.edit('PUT', '/ads', ads({ '/terms': [html('a')] }))

    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ dropped: [], droppedTotal: 0 })
    expect(answer.json()).not.toHaveProperty('warnings')
    const stored = await content.db.selectFrom('ad').select('path').execute()
    expect(stored).toEqual([{ path: '/terms' }])
  })

  test('touches exactly the paths whose links changed [M-248]', async ({ content }) => {
    await clear(content)
    const first = await content.commit(
      'PUT',
      '/ads',
      ads({ '/': [html('a')], '/terms': [html('b')], '/sitemap': ['plain'] }, html('n')),
    )
    await content.commit(
      'PUT',
      '/ads',
      // Another string that shows the same, and one that shows nothing.
      ads({ '/': [`${html('a')}<!-- again -->`], '/authors': [html('c')] }, html('n')),
    )
    await content.commit('PUT', '/ads', ads({ '/': [html('z')], '/authors': [html('c')] }))

    expect((await content.changesAfter(first - 1)).map(({ tags }) => tags)).toEqual([
      ['ads:*', 'ads:/', 'ads:/terms', FILE_TAG],
      ['ads:/authors', 'ads:/terms', FILE_TAG],
      ['ads:*', 'ads:/', FILE_TAG],
    ])
  })

  test('that is stored already writes nothing', async ({ content }) => {
    for (const document of [
      ads({ '/': [html('a')], '/terms': [] }, '<b>new</b>'),
      ads({ '/a': [html('a')], '/a/': [html('b')], a: [html('c')] }, html('n')),
      ads({}),
    ]) {
      const revision = await content.commit('PUT', '/ads', document)
      expect(await content.commit('PUT', '/ads', document)).toBe(revision)
    }
  })

  test('of one path in several spellings is merged', async ({ content }) => {
    await content.commit(
      'PUT',
      '/ads',
      ads({ '/terms': [html('a')], '/terms/': [html('b')], 'terms?x': [html('c')] }),
    )

    expect(await sponsoredOn(content, '/terms')).toEqual({
      links: [link('a'), link('b'), link('c')],
    })
  })

  test('of the longest path gives a tag that is within its limit', async ({ content }) => {
    await clear(content)
    const path = `/${'x'.repeat(399)}`
    const revision = await content.commit('PUT', '/ads', ads({ [path]: [html('a')] }))

    const [change] = await content.changesAfter(revision - 1)
    expect(change?.tags).toEqual([expect.stringMatching(/^ads:/), FILE_TAG])
    expect(change?.tags.every((tag) => Value.Check(Tag, tag))).toBe(true)
  })

  test('of thousands of paths is written in a few statements', async ({ content }) => {
    const paths = Array.from({ length: 5_000 }, (_, number) => `/articles/number-${number}`)
    const all = (word: string) => ads(Object.fromEntries(paths.map((path) => [path, [html(word)]])))
    const started = performance.now()
    await content.commit('PUT', '/ads', all('a'))
    await content.commit('PUT', '/ads', all('b'))
    const stored = await content.db.selectFrom('ad').select('path').execute()
    expect(stored).toHaveLength(5_000)
    await content.commit('PUT', '/ads', ads({}))
    // One by one, fifteen thousand rows take far longer on any machine.
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(await content.db.selectFrom('ad').select('path').execute()).toEqual([])
  })

  test('is refused when it does not match its schema [M-316]', async ({ content }) => {
    const before = await content.revision()
    for (const body of [
      undefined,
      {},
      { sapeData: { sapeLinks: { '/': 'x' } } },
      { sapeData: { sapeLinks: { '/': [1] } } },
      { sapeData: { sapeLinks: { '/': ['x'.repeat(65_537)] } } },
      { sapeData: { sapeLinks: { '/': Array(1_001).fill('x') } } },
      { sapeData: { sapeLinks: { ['x'.repeat(401)]: [] } } },
      { sapeData: { sapeLinks: {}, sapeNewUrl: ['x'] } },
    ]) {
      expect((await content.edit('PUT', '/ads', body)).statusCode).toBe(400)
    }
    expect(await content.revision()).toBe(before)
  })
})

describe('a large amount of ad data', () => {
  test('is parsed while other edits are saved', async ({ content }) => {
    const slow = (path: number) =>
      [1, 2, 3, 4, 5].map((number) => `${'<i>x</i>'.repeat(200)}${html(`a${path}-${number}`)}`)
    const paths = Array.from({ length: 800 }, (_, path) => [`/articles/number-${path}`, slow(path)])
    let saved = false
    const saving = content.commit('PUT', '/ads', ads(Object.fromEntries(paths))).finally(() => {
      saved = true
    })
    let edits = 0
    for (; !saved; edits++) {
      await content.commit('PATCH', ARTICLE, { title: `Title ${edits}` })
    }
    await saving
    // One goes before it, and one comes after it, where they wait for each other.
    expect(edits).toBeGreaterThan(3)
  })

  test('with too many strings is refused as a whole [F40]', async ({ content }) => {
    const revision = await content.revision()
    const many = Array.from({ length: 201 }, (_, path) => [`/${path}`, Array(1_000).fill('')])
    const answer = await content.edit('PUT', '/ads', ads(Object.fromEntries(many)))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().reasons).toEqual([
      {
        field: '/sapeData/sapeLinks',
        message: 'must not have more than 200000 strings in all, and has 201000',
      },
    ])
    expect(await content.revision()).toBe(revision)
    await content.folder.write('ads/en_US.json', JSON.stringify(ads(Object.fromEntries(many))))
    const refused = await content.import().catch((error: Error) => error)
    expect(String(refused)).toMatch(
      /ads\/en_US\.json:1: E-SCHEMA sapeData\.sapeLinks must not have more than 200000/,
    )
  })
})

/** One page of every kind that content decides, but that of a withdrawn article. */
const KINDS = [
  ...['/', '/expert-advice', '/product-reviews/etfs', ARTICLE, '/authors/eleanor-whitcombe'],
  ...['/terms', '/authors', '/sitemap', '/search', '/404.html'],
  '/investment-dictionaries/letters/a',
]
const ARCHIVE = '/expert-advice/page/1'

/** So few articles on a page that lists have archives. */
async function openArchives(content: TestContent) {
  const site = await content.folder.read('site.yaml')
  await content.folder.write('site.yaml', site.replace('pageSize: 12', 'pageSize: 4'))
  await content.import()
}

describe('the answer to ad data', () => {
  const BAD = ads(
    {
      '/': ['<a href="javascript:alert(1)">x</a>', html('a')],
      '/terms': Array(22).fill(html('b')),
      '/authors': ['x'.repeat(2049)],
    },
    '<script>x</script>',
  )
  const DROPPED = [
    { path: '/', entry: 0, reason: 'link-scheme', detail: 'javascript:' },
    { path: '/', entry: 0, reason: 'no-link', detail: '<a href="javascript:alert(1)">x</a>' },
    { path: '/terms', entry: 20, reason: 'too-many-links', detail: 'https://b.example/' },
    { path: '/terms', entry: 21, reason: 'too-many-links', detail: 'https://b.example/' },
    { path: '/authors', entry: 0, reason: 'too-long', detail: '2049 bytes' },
    { path: 'sapeNewUrl', entry: 0, reason: 'content', detail: 'script' },
    { path: 'sapeNewUrl', entry: 0, reason: 'no-link', detail: '<script>x</script>' },
  ]

  test('reports what is not shown, in a dry run as in the edit itself', async ({ content }) => {
    const tried = await content.edit('PUT', '/ads?dryRun=true', BAD)
    const done = await content.edit('PUT', '/ads', BAD)

    const report = {
      dropped: DROPPED,
      droppedTotal: DROPPED.length,
      warnings: [],
      warningsTotal: 0,
    }
    expect(tried.json()).toMatchObject(report)
    expect(done.json()).toEqual({ revision: tried.json().revision + 1, ...report })
    expect((await sponsoredOn(content, '/terms'))?.links).toHaveLength(20)
  })

  test('reports a hundred at most', async ({ content }) => {
    const answer = await content.edit('PUT', '/ads', ads({ '/': Array(130).fill('no link') }))

    expect(answer.json().dropped).toHaveLength(100)
    expect(answer.json().droppedTotal).toBe(130)
  })

  // M-241
  test('reports addresses without a page, in a dry run as in the edit itself', async ({
    content,
  }) => {
    const moved = '/articles/moved-away'
    await content.commit('PUT', moved, articleDraft())
    await content.commit('PATCH', moved, { slug: 'moved-here' })
    await content.commit('PUT', '/articles/withdrawn', articleDraft({ title: 'Another' }))
    await content.commit('DELETE', '/articles/withdrawn')
    const nowhere = [
      ...[
        '/nothing',
        '/articles/nothing',
        moved,
        '/authors/nobody',
        '/etfs',
        '/expert-advice/etfs',
      ],
      ...['/expert-advice/page/999', '/authors/nobody/page/1', '/sitemap/page/99', '/info/nothing'],
      ...['/investment-dictionaries/letters/zz', '/expert-advice/letters/a'],
    ]
    await openArchives(content)
    const there = [...KINDS, ARCHIVE, '/articles/withdrawn']
    const data = ads(Object.fromEntries([...there, ...nowhere].map((at) => [at, [html('a')]])))
    const warnings = nowhere.map((path) => ({ path, message: 'there is no such page' }))
    for (const url of ['/ads?dryRun=true', '/ads']) {
      const answer = (await content.edit('PUT', url, data)).json()
      expect(answer).toMatchObject({ warnings, warningsTotal: nowhere.length })
    }
  })

  test('reports every address before the first import', async ({ empty: content }) => {
    const paths = ['/', '/search', '/terms', ARTICLE]
    const data = ads(Object.fromEntries(paths.map((at) => [at, [html('a')]])))
    const { warnings } = (await content.edit('PUT', '/ads', data)).json()
    expect(warnings).toEqual(paths.map((path) => ({ path, message: 'there is no such page' })))
  })

  test('reports a hundred addresses without a page at most', async ({ content }) => {
    const many = Array.from({ length: 1_130 }, (_, n) => [`/articles/none-${n}`, [html('a')]])
    const answer = await content.edit('PUT', '/ads', ads(Object.fromEntries(many)))
    expect(answer.json().warnings).toHaveLength(100)
    expect(answer.json().warningsTotal).toBe(1_130)
  })
})

describe('a page', () => {
  test('of every kind shows the links of its path [M-012]', async ({ content }) => {
    await openArchives(content)
    await content.commit('PUT', '/articles/mine', articleDraft())
    await content.commit('DELETE', '/articles/mine')
    const kinds = [...KINDS, ARCHIVE, '/articles/mine']
    await content.commit(
      'PUT',
      '/ads',
      ads(Object.fromEntries(kinds.map((at) => [at, [html('a')]]))),
    )

    for (const path of kinds) {
      expect(await sponsoredOn(content, path), path).toEqual({ links: [link('a')] })
      const { tags } = await content.pageModel(path)
      expect(
        tags.filter((tag) => tag.startsWith('ads:')),
        path,
      ).toEqual([`ads:${path}`])
    }
  })

  test('without ads of its own shows the default ads [M-242]', async ({ content }) => {
    await content.commit(
      'PUT',
      '/ads',
      ads({ '/': [html('a')], '/terms': ['plain'], '/expert-advice': [] }, `${html('n')}<!--id-->`),
    )

    for (const path of KINDS.slice(1)) {
      expect(await sponsoredOn(content, path), path).toEqual({ links: [link('n')], comment: 'id' })
      expect((await content.pageModel(path)).tags).toEqual(
        expect.arrayContaining(['ads:*', `ads:${path}`]),
      )
    }
    expect(await sponsoredOn(content, '/')).toEqual({ links: [link('a')] })
  })

  test('shows no ads where there are none', async ({ content }) => {
    await clear(content)
    for (const path of KINDS) expect(await sponsoredOn(content, path), path).toBeUndefined()
  })

  test('without ads of its own changes with the default ads, and no other page does', async ({
    content,
  }) => {
    const own = { '/': [html('a')], [ARTICLE]: [html('b')] }
    await content.commit('PUT', '/ads', ads(own, '<!--first-->'))
    const kept = await readAllPages(content)
    const withAds = [...kept].filter(([, { tags }]) => tags.some((tag) => tag.startsWith('ads:')))
    expect(withAds.length).toBeGreaterThan(50)

    for (const newPath of ['<!--second-->', html('n'), `${html('n')}<!--third-->`, '']) {
      const revision = await content.commit('PUT', '/ads', ads(own, newPath))
      const [change] = await content.changesAfter(revision - 1)
      const { met, ...wrong } = compareWithTags(
        kept,
        await readAllPages(content),
        change?.tags ?? [],
      )
      expect(wrong).toEqual({ missed: [], excess: [], unrecorded: [] })
      expect(met).toEqual(
        withAds
          .map(([path]) => path)
          .filter((path) => !(path in own))
          .sort(),
      )
    }
  })
})

describe('the file of ads', () => {
  test('is imported only when it has changed', async ({ content }) => {
    await content.folder.write('ads/en_US.json', JSON.stringify(ads({ '/terms': [html('a')] })))
    await content.import()
    expect(await sponsoredOn(content, '/terms')).toEqual({ links: [link('a')] })

    await content.commit('PUT', '/ads', ads({ '/terms': [html('b')] }))
    await content.import()
    expect(await sponsoredOn(content, '/terms')).toEqual({ links: [link('b')] })

    // Of both that have changed, the file takes the place of the edition that it names.
    const changed = { edition: 2, ...ads({ '/terms': [html('c')] }) }
    await content.folder.write('ads/en_US.json', JSON.stringify(changed))
    await content.import()
    expect(await sponsoredOn(content, '/terms')).toEqual({ links: [link('c')] })

    await content.folder.remove('ads/en_US.json')
    expect((await content.import()).changed).toBe(false)
    expect(await sponsoredOn(content, '/terms')).toEqual({ links: [link('c')] })
  })

  test('is imported completely or not at all, with the line of each mistake', async ({
    content,
  }) => {
    await content.commit('PUT', '/ads', ads({ '/terms': [html('a')] }))
    const revision = await content.revision()
    for (const [text, problem] of [
      ['{"sapeData":\n{"sapeLinks": {}\n', /^ads\/en_US\.json:3: E-SCHEMA is not valid JSON: /],
      ['sapeData: { sapeLinks: {} }', /^ads\/en_US\.json:1: E-SCHEMA is not valid JSON: /],
      [
        '{"sapeData":{"sapeLinks":{"/a":[],\n"/a":[]}}}',
        /^ads\/en_US\.json:2: E-SCHEMA is not valid JSON: Map keys/,
      ],
      [
        '{"sapeData":{"sapeLinks":{\n"/terms":\n["x", 1]}}}',
        /^ads\/en_US\.json:3: E-SCHEMA sapeData\.sapeLinks\.\/terms\.1 must be string/,
      ],
      ['{"sapeData":{}}', /^ads\/en_US\.json:1: E-SCHEMA sapeData\.sapeLinks is missing/],
    ] as const) {
      await content.folder.write('ads/en_US.json', text)
      const refused = await content.import().catch((error: Error) => error)
      const [, line = ''] = refused instanceof Error ? refused.message.split('\n  ') : []
      expect(line).toMatch(problem)
    }
    expect(await content.revision()).toBe(revision)
    expect(await sponsoredOn(content, '/terms')).toEqual({ links: [link('a')] })
  })

  test('has remarks on what is not shown, each with its line', async ({ content }) => {
    await content.folder.write(
      'ads/en_US.json',
      '{"sapeData":{"sapeLinks":{\n"/terms/?a":\n["<a href=\\"ftp://a.example\\">x</a>"]},\n"sapeNewUrl":"x"}}',
    )
    const { remarks } = await content.import()
    expect(remarks).toEqual([
      {
        file: 'ads/en_US.json',
        line: 3,
        code: 'W-AD',
        message: 'sapeData.sapeLinks./terms/?a.0 is not shown in full: link-scheme ftp:',
      },
      expect.objectContaining({ line: 3, message: expect.stringContaining('no-link') }),
      expect.objectContaining({ line: 4, message: expect.stringContaining('no-link x') }),
    ])
    expect((await content.import()).remarks).toEqual([])
  })

  test('has remarks on keys with the same path', async ({ content }) => {
    await content.folder.write(
      'ads/en_US.json',
      JSON.stringify(
        ads({ '/terms': Array(15).fill(html('a')), 'terms/': [...Array(6).fill(html('b')), 'x'] }),
        null,
        1,
      ),
    )
    const { remarks } = await content.import()
    expect(remarks.map(({ message }) => message)).toEqual([
      'sapeData.sapeLinks.terms/.5 is not shown in full: too-many-links https://b.example/',
      'sapeData.sapeLinks.terms/.6 is not shown in full: no-link x',
    ])
    expect((await sponsoredOn(content, '/terms'))?.links).toHaveLength(20)
  })
})

describe('ads that were parsed by an older version', () => {
  test('are parsed again at the next import, which touches the pages that change', async ({
    content,
  }) => {
    await content.commit('PUT', '/ads', ads({ '/': [html('a')], '/terms': [html('b')] }, html('n')))
    await content.db.updateTable('ad').set({ parser_version: 0 }).execute()
    await content.db.updateTable('ad').set({ shown: '[]' }).where('path', '=', '/terms').execute()
    // As it was stored before there was a parser.
    await content.db
      .updateTable('setting')
      .set({ value: JSON.stringify({ html: html('n') }) })
      .where('name', '=', 'sapeNewUrl')
      .execute()
    const before = await content.revision()
    await content.import()

    expect((await content.changesAfter(before)).map(({ tags }) => tags)).toEqual([
      ['ads:*', 'ads:/terms'],
    ])
    expect(await sponsoredOn(content, '/terms')).toEqual({ links: [link('b')] })
    expect(await sponsoredOn(content, '/expert-advice')).toEqual({ links: [link('n')] })
    expect((await content.import()).changed).toBe(false)
  })
})
