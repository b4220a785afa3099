import { describe, expect } from 'vitest'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'
import { editSiteFile, putSiteFile, readSiteFile } from '../../../support/content/site-files.ts'

const FILES = {
  authors: 'authors/en_US.yaml',
  categories: 'categories/en_US.yaml',
  facts: 'facts/en_US.yaml',
  guides: 'guides/en_US.yaml',
  'page-seo': 'page-seo/en_US.yaml',
  site: 'site.yaml',
  'info-about-us': 'info/en_US/about-us.md',
  'info-terms': 'info/en_US/terms.md',
  'info-privacy-policy': 'info/en_US/privacy-policy.md',
}
const ADS = { sapeData: { sapeLinks: { '/': ['<a href="https://www.wikipedia.org/">W</a>'] } } }

const historyOf = async (content: TestContent, name: string) =>
  (await content.edit('GET', `/site-files/${name}/editions`)).json()

const tagsAfter = async (content: TestContent, revision: number) =>
  (await content.changesAfter(revision)).flatMap(({ tags }) => tags)

describe('the files of the site', () => {
  test('are listed and answered to the byte, with the ETags that edits name', async ({
    shared: content,
  }) => {
    const { files } = (await content.edit('GET', '/site-files')).json()
    expect(
      Object.fromEntries(files.map((one: Record<string, string>) => [one.name, one.file])),
    ).toEqual(FILES)
    for (const { name, file, etag, number } of files) {
      const read = await readSiteFile(content, name)
      expect(read.text, name).toBe(await content.folder.read(file))
      expect(read.etag, name).toBe(etag)
      expect(number, name).toBe(1)
    }
    expect((await readSiteFile(content, 'authors')).type).toBe('text/yaml; charset=utf-8')
    expect((await readSiteFile(content, 'info-terms')).type).toBe('text/markdown; charset=utf-8')
    for (const name of ['info-none', 'ads', 'info-terms/editions/2', 'ads/editions']) {
      expect((await readSiteFile(content, name)).status, name).toBe(404)
    }
    expect((await readSiteFile(content, 'articles')).status).toBe(400)
    expect((await content.app.inject('/site-files/authors')).statusCode).toBe(401)
  })

  test('are edited as one revision that touches what it changes, and what they said stays', async ({
    content,
  }) => {
    const before = await readSiteFile(content, 'authors')
    const saved = await editSiteFile(content, 'authors', (text) =>
      text.replace('meta_title: Eleanor Whitcombe on bonds', 'meta_title: Eleanor W. on bonds'),
    )
    expect(saved).toMatchObject({ revision: 2, number: 2, file: 'authors/en_US.yaml' })
    expect(await tagsAfter(content, 1)).toEqual([
      'author:eleanor-whitcombe',
      'site-file:authors/en_US.yaml',
    ])
    const model = await content.pageModel('/authors/eleanor-whitcombe')
    expect(JSON.stringify(model)).toContain('Eleanor W. on bonds')
    expect(await readSiteFile(content, 'authors')).toMatchObject({
      text: saved.text,
      etag: saved.etag,
    })
    const { editions } = await historyOf(content, 'authors')
    const by = expect.stringMatching(/^token-/)
    const at = '2026-12-01T12:00:00.000Z'
    expect(editions).toEqual([
      {
        number: 2,
        state: 'published',
        etag: saved.etag,
        revision: 2,
        made: { at, by, origin: 'api' },
      },
      {
        number: 1,
        state: 'superseded',
        etag: before.etag,
        revision: 1,
        made: { at, origin: 'files' },
        ended: { at, by, origin: 'api' },
      },
    ])
    // A comment alone is an edition as well, and no page is made again for it.
    const commented = await editSiteFile(content, 'authors', (text) => `# Ours.\n${text}`)
    expect(await tagsAfter(content, 2)).toEqual(['site-file:authors/en_US.yaml'])
    expect(commented).toMatchObject({ revision: 3, number: 3 })

    // A former one is put back by sending its text, over what is there today.
    const former = await readSiteFile(content, 'authors', '/editions/1')
    expect(former.text).toBe(before.text)
    const back = await putSiteFile(content, 'authors', { text: former.text, seen: commented.etag })
    expect(back).toMatchObject({ status: 200, number: 4, etag: before.etag })
    expect(await readSiteFile(content, 'authors')).toMatchObject({ text: before.text })
  })

  test('are compared line by line, and figure by figure', async ({ content }) => {
    await editSiteFile(content, 'site', (text) => text.replace('favorites: 4', 'favorites: 3'))
    const diff = (await content.edit('GET', '/site-files/site/diff?from=1')).json()
    expect(diff).toEqual({
      from: 1,
      to: 2,
      text: [{ line: 7, was: '  favorites: 4', is: '  favorites: 3' }],
      figures: { gone: ['4'], added: ['3'] },
    })
    expect((await content.edit('GET', '/site-files/site/diff?from=3')).statusCode).toBe(404)
  })

  test('are replaced only by an editor who has seen what is there [F59]', async ({ content }) => {
    const before = await readSiteFile(content, 'site')
    const text = before.text.replace('more: 4', 'more: 3')
    const none = await putSiteFile(content, 'site', { text, headers: {} })
    expect(none).toMatchObject({ status: 428, code: 'precondition-required' })
    const saved = await putSiteFile(content, 'site', { text, seen: before.etag })
    expect(saved.status).toBe(200)
    const other = before.text.replace('more: 4', 'more: 2')
    const late = await putSiteFile(content, 'site', { text: other, seen: before.etag })
    expect(late.status).toBe(412)
    expect(late.detail).toMatch(/edition 2 by token-\w+ now, with the ETag "\w+"/)
    expect(late.detail).toContain(saved.etag)
    const asNew = await putSiteFile(content, 'site', {
      text: other,
      headers: { 'if-none-match': '*' },
    })
    expect(asNew.status).toBe(412)
    // The answer was lost: what is stored already is answered as stored.
    const again = await putSiteFile(content, 'site', { text, seen: before.etag })
    expect(again).toMatchObject({ status: 200, number: 2, revision: 2 })
    expect((await readSiteFile(content, 'site')).text).toBe(text)
  })

  test('say in a dry run what an edit would touch, and are not changed', async ({ content }) => {
    const { text } = await readSiteFile(content, 'categories')
    const changed = text.replace(/title: .*/, 'title: Another title')
    const tried = await putSiteFile(content, 'categories', {
      text: changed,
      headers: {},
      query: '?dryRun=true',
    })
    expect(tried).toMatchObject({
      status: 200,
      revision: 1,
      tags: expect.arrayContaining(['shell', 'site-file:categories/en_US.yaml']),
    })
    expect((await readSiteFile(content, 'categories')).text).toBe(text)
    expect((await historyOf(content, 'categories')).editions).toHaveLength(1)
  })

  test('stay as they are, also for who writes to the database by hand [F59]', async ({
    content,
  }) => {
    await expect(
      content.db.updateTable('site_edition').set({ text: '' }).execute(),
    ).rejects.toThrow('stays as it is')
    await expect(content.db.deleteFrom('site_edition').execute()).rejects.toThrow('stays as it is')
  })

  test('are listed among what was edited last, and named in the log', async ({ content }) => {
    await editSiteFile(content, 'authors', (text) => `# Ours.\n${text}`)
    content.clock.now = new Date('2026-12-01T13:00:00Z')
    await editSiteFile(content, 'facts', (text) => `# Ours.\n${text}`)
    const ask = async (query: string) => (await content.edit('GET', `/editions?${query}`)).json()
    const all = await ask('limit=5')
    expect(all.editions).toMatchObject([
      { file: 'facts/en_US.yaml', number: 2, made: { at: '2026-12-01T13:00:00.000Z' } },
      { file: 'authors/en_US.yaml', number: 2 },
    ])
    const first = await ask('limit=1')
    const rest = await ask(`after=${first.after}`)
    expect([...first.editions, ...rest.editions]).toEqual(all.editions)
  })
})

describe('an edit of a file of the site is refused', () => {
  const refusals = (answer: { reasons: { field: string; line: number; code: string }[] }) =>
    answer.reasons.map(({ field, line, code }) => `${field}:${line} ${code}`)

  test('with file and line, for what an import refuses', async ({ content }) => {
    const send = async (name: string, change: (text: string) => string) =>
      putSiteFile(content, name, { text: change((await readSiteFile(content, name)).text) })
    const schema = await send('site', (text) => text.replace('more: 4', 'more: 400'))
    expect([schema.status, ...refusals(schema)]).toEqual([400, 'site.yaml:8 E-SCHEMA'])
    const syntax = await send('authors', (text) => `${text}- name: A: b\n`)
    expect(refusals(syntax)[0]).toMatch(/^authors\/en_US\.yaml:404 E-SCHEMA$/)
    const double = await send('categories', (text) => text.replace(/slug: .*/, 'slug: articles'))
    expect(refusals(double)).toContain('categories/en_US.yaml:2 E-RESERVED')
    const zone = await send('site', (text) =>
      text.replace('    title: Finlore\n', '    title: Finlore\n    zone: Europe/Paris\n'),
    )
    expect(zone.reasons[0].message).toContain('can only be changed in the folder')
    const link = await send('info-terms', (text) => `${text}\nRead [this](/articles/no-such).\n`)
    expect(refusals(link)).toEqual(['info/en_US/terms.md:38 E-LINK-INT'])
    const nul = await send('facts', (text) => `# \0\n${text}`)
    expect(nul.status).toBe(400)
    const portrait = await send('authors', (text) =>
      text.replace('  slug: eleanor-whitcombe\n', '  slug: eleanor-whitcombe\n  portrait: e.png\n'),
    )
    expect(refusals(portrait)).toEqual(['authors/en_US.yaml:4 E-PORTRAIT'])
    expect(await content.revision()).toBe(1)
  })

  test('where articles need what it takes away', async ({ content }) => {
    const authors = (await readSiteFile(content, 'authors')).text
    const [, first = ''] = authors.split(/^(?=- name:)/m)
    const without = await putSiteFile(content, 'authors', { text: authors.replace(first, '') })
    expect(without.status).toBe(400)
    expect(without.reasons).toContainEqual(
      expect.objectContaining({
        field: 'authors/en_US.yaml',
        code: 'E-IN-USE',
        message: expect.stringMatching(/^eleanor-whitcombe is missing, but is the author of \d+/),
      }),
    )
    const categories = (await readSiteFile(content, 'categories')).text
    const [, , child = ''] = categories.split(/^(?= {4}- slug:)/m)
    const fewer = await putSiteFile(content, 'categories', { text: categories.replace(child, '') })
    expect(fewer.reasons).toContainEqual(expect.objectContaining({ code: 'E-IN-USE' }))
    expect(await content.revision()).toBe(1)
  })

  test('where texts link to a heading that it takes away, with path and line', async ({
    content,
  }) => {
    const { text } = await readSiteFile(content, 'info-about-us')
    const gone = await putSiteFile(content, 'info-about-us', {
      text: text.replace('## How content is made', '## How it is made'),
    })
    expect(gone.status).toBe(400)
    expect(refusals(gone)).toContainEqual(expect.stringMatching(/^\/terms:\d+ E-ANCHOR$/))
  })

  test('where texts print a fact otherwise', async ({ content }) => {
    const { text } = await readSiteFile(content, 'facts')
    const changed = text.replace(/(fact: fdic-limit[\s\S]*?is: )"\$250,000"/, '$1"$300,000"')
    const refused = await putSiteFile(content, 'facts', { text: changed })
    expect(refused.status).toBe(400)
    expect(refused.reasons.length).toBeGreaterThan(0)
    for (const { field, code } of refused.reasons) {
      expect(code).toBe('E-FACT')
      expect(field).toMatch(/^\/articles\//)
    }
    // A fact that no text prints may change.
    await editSiteFile(
      content,
      'facts',
      (now) =>
        `${now}\n- fact: of-mine\n  title: "A fact"\n  source:\n    title: "A page"\n    url: https://www.wikipedia.org/\n  values:\n    - from: 2026-01-01\n      is: "$1"\n`,
    )
    await editSiteFile(content, 'facts', (now) => now.replace('is: "$1"', 'is: "$2"'))
    expect(JSON.stringify(await content.pageModel('/facts'))).toContain('"$2"')
  })

  test('in another type, another encoding, or before an import', async ({ empty: content }) => {
    const asJson = await content.edit('PUT', '/site-files/site', {}, { 'if-match': '*' })
    expect(asJson.statusCode).toBe(415)
    const form = await putSiteFile(content, 'site', {
      text: 'a: b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.status).toBe(415)
    const early = await putSiteFile(content, 'site', { text: 'a: b', seen: '*' })
    expect(early).toMatchObject({ status: 503, detail: expect.stringContaining('import') })
    const huge = await putSiteFile(content, 'site', { text: '#'.repeat(600_000), seen: '*' })
    expect(huge.status).toBe(413)
  })

  test('after a former version has imported another text', async ({ content }) => {
    await content.db
      .updateTable('source_file')
      .set({ hash: 'other' })
      .where('path', '=', 'facts/en_US.yaml')
      .execute()
    const { text } = await readSiteFile(content, 'site')
    expect((await putSiteFile(content, 'site', { text: `# Ours.\n${text}` })).status).toBe(503)
    await content.import()
    expect((await putSiteFile(content, 'site', { text: `# Ours.\n${text}` })).status).toBe(200)
  })
})

describe('ads', () => {
  test('sent as data are editions of their file, like those sent as text', async ({ content }) => {
    await content.commit('PUT', '/ads', ADS)
    const first = await readSiteFile(content, 'ads')
    expect(JSON.parse(first.text)).toEqual(ADS)
    expect(first.type).toBe('application/json; charset=utf-8')
    await content.commit('PUT', '/ads', ADS)
    expect((await historyOf(content, 'ads')).editions).toHaveLength(1)
    const saved = await editSiteFile(content, 'ads', (text) => text.replace('>W<', '>Wiki<'))
    expect(saved).toMatchObject({ number: 2, warnings: [] })
    expect(await tagsAfter(content, saved.revision - 1)).toEqual([
      'ads:/',
      'site-file:ads/en_US.json',
    ])
    const wrong = await putSiteFile(content, 'ads', { text: '{"sapeData": 3}' })
    expect(refusalsOf(wrong)).toEqual(['ads/en_US.json:1'])
  })

  test('that the ad system has sent since are kept when they are replaced', async ({ content }) => {
    await content.commit('PUT', '/ads', ADS)
    await content.db
      .updateTable('ad')
      .set({ links: ['<a href="https://a.org/">A</a>'] })
      .execute()
    const fetched = await readSiteFile(content, 'ads')
    expect(fetched.text).toContain('https://a.org/')
    await editSiteFile(content, 'ads', (text) => text.replace('>A<', '>B<'))
    const { editions } = await historyOf(content, 'ads')
    expect(editions.map((one: { made?: object }) => one.made !== undefined)).toEqual([
      true,
      false,
      true,
    ])
    expect((await readSiteFile(content, 'ads', '/editions/2')).text).toBe(fetched.text)
  })
})

const refusalsOf = (answer: { reasons: { field: string; line: number }[] }) =>
  answer.reasons.map(({ field, line }) => `${field}:${line}`)
