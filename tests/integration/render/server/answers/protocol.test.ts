import { gzipSync } from 'node:zlib'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { typeset } from '../../../../../services/shared/text/typeset.ts'
import { REAL_CONTENT } from '../../../../support/content/content-folder.ts'
import { rawRequest } from '../../../../support/hostile/raw-request.ts'
import { AppData, PageDataShape } from '../../../../support/pages/page-data-shapes.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

// The tests of the page-data protocol, by their numbers in reference/runtime.md section 11.

const ARTICLE = 'what-owning-a-share-gives-you'
const PATIENCE = { timeout: 8_000, interval: 50 }

let site: WiredSite
let paths: string[]
beforeAll(async () => {
  site = await wireSite({ contentFolder: REAL_CONTENT })
  const files = await readLocations('/sitemap.xml')
  paths = (await Promise.all(files.map(readLocations))).flat()
})
afterAll(() => site.close())

/** What a file of the site map names: the index its files, those pages. */
async function readLocations(file: string): Promise<string[]> {
  const { text } = await get(file)
  return [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url.slice(SITE_URL.length))
}
const get = (path: string, headers = {}) => rawRequest(site.url, path, { headers })
const dataOf = async (path: string) => JSON.parse((await get(path)).text)
const dataPath = (path: string) => `/page-data${path === '/' ? '/index' : path}/page-data.json`
const NOT_DATA = ['data', 'result', 'componentChunkName', 'path']

describe('pages and their data', () => {
  test('the root has the data of the index [M-318, M-701, S1]', async () => {
    const answer = await get('/page-data/index/page-data.json')
    const data = JSON.parse(answer.text)

    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(Value.Check(PageDataShape, data)).toBe(true)
    expect(data).toMatchObject({
      componentChunkName: 'component---src-pages-home-page-tsx',
      path: '/',
      result: { data: { kind: 'home' }, pageContext: { kind: 'home' } },
    })
  })

  test('every address of the site map is a page with its own texts, and has data [M-106, S2]', async () => {
    const titles = new Map<string, string>()
    const descriptions = new Map<string, string>()
    expect(paths.length).toBeGreaterThan(55)
    expect(new Set(paths).size).toBe(paths.length)

    for (const path of paths) {
      const [page, answer] = await Promise.all([get(path), get(dataPath(path))])
      expect(page.status, path).toBe(200)
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
      const [, title = ''] = /<title[^>]*>(.+?)<\/title>/.exec(page.text) ?? []
      const [, description = ''] = /name="description" content="(.+?)"/.exec(page.text) ?? []
      const canonical = /<link rel="canonical" href="(.*?)"/.exec(page.text)?.[1]
      expect(canonical).toBe(SITE_URL + path)
      expect(titles.get(title), `${path} has the title of`).toBeUndefined()
      expect(descriptions.get(description), `${path} has the description of`).toBeUndefined()
      titles.set(title, path)
      descriptions.set(description, path)

      expect(answer.status, path).toBe(200)
      const data = JSON.parse(answer.text)
      expect(Value.Check(PageDataShape, data), path).toBe(true)
      expect(data.path).toBe(path)
      expect(data.result.data.path).toBe(path)
    }
  })

  test('data does not depend on the query, on slashes or on case [M-701, S3]', async () => {
    const plain = await get('/page-data/authors/page-data.json')

    for (const path of [
      '/page-data/authors/page-data.json?utm_source=a&b=%E0%A4%A',
      '/page-data/authors//page-data.json',
      '/page-data//authors//page-data.json',
      '/page-data/Authors/page-data.json',
    ]) {
      const answer = await get(path)
      expect(answer.status, path).toBe(200)
      expect(answer.bytes.equals(plain.bytes), path).toBe(true)
      expect(answer.headers.etag).toBe(plain.headers.etag)
    }
  })

  test('the data of an article has its content node, its document has not', async () => {
    const { result } = await dataOf(dataPath(`/articles/${ARTICLE}`))
    const { node, article, author } = result.data
    expect(node).toEqual({
      id: article.id,
      frontmatter: {
        title: article.title,
        slug: ARTICLE,
        description: article.description,
        author: author.title,
        entities: expect.arrayContaining([
          { category: expect.any(String), subcategories: expect.any(Array) },
        ]),
      },
    })
    for (const { subcategories } of node.frontmatter.entities) {
      expect(subcategories[0]).toEqual({
        subcategory: expect.any(String),
        subsubcategories: expect.any(Array),
      })
    }
    expect((await get(`/articles/${ARTICLE}`)).text).not.toContain('frontmatter')
  })

  test('a navigation to an article takes 3.4 KB more than its text', async () => {
    const size = (text: string) => gzipSync(text, { level: 9 }).length
    const articles = paths.filter((path) => path.startsWith('/articles/'))
    const larger: string[] = []
    for (const path of articles) {
      const { text } = await get(dataPath(path))
      const { bodyHtml } = JSON.parse(text).result.data.article
      // Nearly a third of it are definitions of the terms that the text mentions, eight at most.
      const bytes = size(text) - size(bodyHtml)
      if (bytes > 3.4 * 1024) larger.push(`${path}: ${bytes}`)
    }
    expect(larger).toEqual([])
    expect(articles.length).toBeGreaterThan(100)
  })

  test.each(['/', `/articles/${ARTICLE}`, '/info/about-us', '/authors', '/404.html'])(
    'the data of %s exists without the HTML of its body, otherwise complete [M-705]',
    async (path) => {
      const bare = await get(dataPath(path).replace('page-data.json', 'page-data-rsc.json'))
      const whole = await get(dataPath(path))
      expect(bare.status).toBe(200)
      expect(bare.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(bare.headers['cache-control']).toBe(whole.headers['cache-control'])
      const { text } = whole
      const body = /"bodyHtml":"(?:[^"\\]|\\.)*"/
      expect(body.test(text)).toBe(path.startsWith('/articles/') || path.startsWith('/info/'))
      expect(bare.text).toBe(text.replace(body, '"bodyHtml":""'))

      const again = await get(dataPath(path).replace('page-data.json', 'page-data-rsc.json'), {
        'if-none-match': bare.headers.etag,
      })
      expect(again.status).toBe(304)
    },
  )

  test.each(['/no-such-page', '/articles/no-such', '/authors/no/such/page', '/a_b', '/index'])(
    '%s is the not-found page, has no data, and answers 404 to HEAD [S4]',
    async (path) => {
      const page = await get(path)
      const data = await get(dataPath(path))
      const head = await rawRequest(site.url, path, { method: 'HEAD' })

      expect(page.status).toBe(404)
      expect(page.text).toMatch(/<title[^>]*>Page not found – Finlore<\/title>/)
      expect(page.text).toContain('name="description" content="There is no page at this address.')
      expect(page.text).toContain('<meta name="robots" content="noindex, follow"')
      expect(page.text).toContain('data-page-path="/404.html"')
      expect(head.status).toBe(404)
      if (path === '/index') return
      expect(data.status).toBe(404)
      expect(data.headers['content-type']).toContain('application/json')
      for (const field of NOT_DATA) expect(JSON.parse(data.text)).not.toHaveProperty(field)
    },
  )

  test('the data of the not-found and of the error page always exists [S5]', async () => {
    for (const name of ['404', '500']) {
      for (const path of [
        `/page-data/${name}.html/page-data.json`,
        `/page-data/${name}/page-data.json`,
      ]) {
        const answer = await get(path)
        expect(answer.status, path).toBe(200)
        expect(JSON.parse(answer.text).path).toBe(`/${name}.html`)
      }
    }
  })

  test.each([
    '/page-data/',
    '/page-data/index',
    '/page-data/authorspage-data.json',
    '/page-data/authors/page-data.jsonx',
    '/page-data/constructor/page-data.json',
    '/page-data/__proto__/page-data.json',
    '/page-data/a%2Fb/page-data.json',
    '/page-data/%E0%A4%A/page-data.json',
    `/page-data/${'a'.repeat(250)}/page-data.json`,
  ])('there is no data at %s', async (path) => {
    const answer = await rawRequest(site.renderUrl, path)

    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'not-found' })
  })
})

describe('data that all pages share', () => {
  test('the hash of the code is the one in every document, and is separate [M-702, S6]', async () => {
    const answer = await get('/page-data/app-data.json')
    const appData = JSON.parse(answer.text)

    expect(Value.Check(AppData, appData)).toBe(true)
    expect(answer.text).toMatch(
      /^\{"webpackCompilationHash":"[0-9a-f]{20}","pageDataContract":"[0-9a-f]{20}"\}\n$/,
    )
    expect(appData.webpackCompilationHash).toBe(site.bundle.build)
    for (const path of [
      '/',
      '/authors',
      `/articles/${ARTICLE}`,
      '/no-such-page',
      '/search?q=bond',
    ]) {
      expect((await get(path)).text).toContain(`data-build="${appData.webpackCompilationHash}"`)
    }
  })

  test('every page names the queries of its header and footer, which exist [M-703, M-704, S7]', async () => {
    const hashes = new Set<string>()
    for (const path of paths) {
      const { staticQueryHashes, slicesMap } = await dataOf(dataPath(path))
      expect(staticQueryHashes, path).toHaveLength(2)
      expect(slicesMap, path).toEqual({ header: 'header', footer: 'footer' })
      for (const hash of staticQueryHashes) hashes.add(hash)
    }
    expect(hashes.size).toBe(2)
    for (const slice of ['header', 'footer']) {
      const address = `/slice-data/${slice}.json`
      expect(await dataOf(address)).toEqual({
        componentChunkName: `slice---src-components-${slice}-tsx`,
        result: { data: {}, sliceContext: {} },
        staticQueryHashes: [],
      })
      expect((await get(address)).headers['cache-control']).toContain('must-revalidate')
    }
    for (const hash of hashes) {
      const answer = await get(`/page-data/sq/d/${hash}.json`)
      expect(JSON.parse(answer.text)).toEqual({ data: expect.any(Object) })
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
    const [site, menu] = await Promise.all(
      [...hashes].map((h) => dataOf(`/page-data/sq/d/${h}.json`)),
    )
    expect(site.data).toMatchObject({ site: { title: 'Finlore' }, year: expect.any(Number) })
    expect(menu.data.menu).toHaveLength(5)
  })

  test('a document and its data name the same header and footer, and neither has the menu twice', async () => {
    for (const path of [
      '/',
      '/authors',
      `/articles/${ARTICLE}`,
      '/no-such-page',
      '/search?q=bond',
    ]) {
      const { text } = await get(path)
      const { staticQueryHashes } = await dataOf('/page-data/index/page-data.json')
      expect(text).toContain(` data-frame="header footer ${staticQueryHashes.join(' ')}"`)
      expect(text.slice(text.indexOf('id="hydration-data"'))).not.toContain('"menu"')
    }
  })

  test.each([
    '/page-data/sq/d/1.json',
    '/page-data/sq/d/932310606',
    '/page-data/sq/d/../../../a.json',
    '/page-data/sq/d/constructor.json',
    '/page-data/sq/d/shell.json',
    '/slice-data/nothing.json',
    '/slice-data/header.json/more',
    '/slice-data/header.xml',
    '/slice-data/__proto__.json',
    `/slice-data/${'a'.repeat(300)}.json`,
  ])('%s answers 404 with a body that is no data [S8]', async (path) => {
    const answer = await rawRequest(site.renderUrl, path)

    expect(answer.status).toBe(404)
    expect(answer.headers['cache-control']).not.toContain('immutable')
    if (!answer.headers['content-type']?.includes('json')) return
    for (const field of NOT_DATA) expect(JSON.parse(answer.text)).not.toHaveProperty(field)
  })
})

test('a hostile title is escaped in the page, its lists and its data [S27, T23]', async () => {
  const title = `</title></script><script>alert('1')</script> & "quoted" bond`
  await site.edit('PUT', '/articles/hostile', {
    title,
    description: title,
    author: 'Eleanor Whitcombe',
    body: 'Words\u2028and more `<script>alert(2)</script>` words.',
    entities: [{ category: 'expert-advice' }],
  })

  for (const path of ['/articles/hostile', '/expert-advice', '/', '/sitemap', '/search?q=quoted']) {
    await expect.poll(async () => (await get(path)).text, PATIENCE).toContain('/articles/hostile')
    const { text } = await get(path)
    const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
    const [entry, ...blocks] = scripts
    expect(entry, path).toMatch(
      /^<script type="module" src="\/assets\/[^"]+" integrity="sha256-[^"]{44}" async>$/,
    )
    expect(blocks.at(-1)).toMatch(/^<script type="application\/json" id="hydration-data"/)
    const facts = [...text.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
    expect(facts).toHaveLength(blocks.length - 1)
    for (const [, json = ''] of facts) {
      expect(json).not.toMatch(/[<>\u2028\u2029]/)
      expect(JSON.parse(json)).toBeTypeOf('object')
    }
    expect(text.match(/<\/title>/g)).toHaveLength(1)
    expect(text).not.toMatch(/<style|\sstyle="|\son[a-z]+="|javascript:/i)
    const block = /id="hydration-data"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? ''
    expect(block).not.toMatch(/[<>\u2028\u2029]/)
    // As its language sets it.
    const shown = typeset(title, 'en_US')
    expect(JSON.stringify(JSON.parse(block))).toContain(JSON.stringify(shown).slice(1, -1))
  }
  const { article, node } = (await dataOf(dataPath('/articles/hostile'))).result.data
  expect([article.title, node.frontmatter.title]).toEqual([typeset(title, 'en_US'), title])
})

test('data without the body exists only where data does', async () => {
  const bareData = (path: string) => dataPath(path).replace('page-data.json', 'page-data-rsc.json')
  const unknown = await get(bareData('/no-such-page'))
  expect(unknown.status).toBe(404)
  expect(JSON.parse(unknown.text)).toMatchObject({ code: 'not-found' })
  await site.edit('PATCH', '/articles/hostile', { slug: 'harmless' })
  await expect
    .poll(() => get(bareData('/articles/hostile')), PATIENCE)
    .toMatchObject({ status: 301, headers: { location: bareData('/articles/harmless') } })
})
