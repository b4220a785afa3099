import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageDataPath } from '../../../../../services/render/documents/page-path.ts'
import {
  type ExportOptions,
  type ExportResult,
  exportSite,
} from '../../../../../services/render/files/export/export-site.ts'
import { viewExport } from '../../../../../services/render/files/export/view-export.ts'
import { isWholePng } from '../../../../../services/render/store/png.ts'
import { isPicturePath } from '../../../../../services/shared/addresses/picture-address.ts'
import { addressOf, pathAt } from '../../../../../services/shared/addresses/topic-address.ts'
import type { PathList } from '../../../../../services/shared/contracts/page-model.ts'
import { securityHeaders } from '../../../../../services/shared/http/security-headers.ts'
import { type RawAnswer, rawRequest } from '../../../../support/hostile/raw-request.ts'
import {
  findBrotliModule,
  hasNginx,
  type NginxServer,
  startNginx,
} from '../../../../support/servers/nginx-server.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'
import { listFiles } from '../../../../support/source/list-files.ts'

const RENAMED = '/articles/how-to-read-inflation-figures'
const RENAMED_TO = '/articles/inflation-figures'
const SECTION = '/investment-dictionaries/terms-and-definitions'
/** Withdrawn as well, with a page where its readers are led. */
const LED_ON = '/articles/mutual-fund-share-classes'
const WITHDRAWN = '/articles/windfall-first-ninety-days'
const TWINS = [
  ['.br', brotliDecompressSync],
  ['.gz', gunzipSync],
] as const

const MODELS = new URL('../../../../../deploy/local/export-models.ts', import.meta.url).href

const nginxIsHere = hasNginx()
const brotliModule = findBrotliModule()
if (!nginxIsHere) process.stdout.write('Left out: exports served by nginx. It is not installed.\n')

let site: WiredSite
let home: string
let out: string
/** An export without compressed forms, whose threads read the database as `npm run export` does. */
let plain: string
let result: ExportResult
let paths: PathList['paths']

beforeAll(async () => {
  site = await wireSite()
  await site.edit('PATCH', RENAMED, { slug: 'inflation-figures' })
  await site.edit('DELETE', WITHDRAWN)
  await site.edit('DELETE', `${LED_ON}?redirectTo=/authors`)
  home = await mkdtemp(path.join(tmpdir(), 'finlore-export-'))
  out = path.join(home, 'site')
  result = await exportTo(out)
  plain = path.join(home, 'plain')
  const models = { module: MODELS, settings: { databaseUrl: site.databaseUrl } }
  await exportTo(plain, plain, { compressed: 'none', pictures: 'none', models })
  paths = (await site.contentClient.listPaths(undefined, 1_000)).paths
})
afterAll(async () => {
  await site.close()
  await rm(home, { recursive: true, force: true })
})

function exportTo(
  folder: string,
  serveFrom = folder,
  more: Partial<ExportOptions> = {},
): Promise<ExportResult> {
  const { contentUrl, bundle } = site
  return exportSite({
    contentUrl,
    bundle,
    siteUrl: SITE_URL,
    indexing: 'on',
    out: folder,
    serveFrom,
    ...more,
  })
}

const pathsThatAre = (status: string) =>
  paths.filter((listed) => listed.status === status).map((listed) => listed.path)

/** The file that a web server answers an address with. */
function fileAt(address: string): string {
  if (address === '/') return 'public/index.html'
  return /\.[a-z]+$/.test(address) ? `public${address}` : `public${address}/index.html`
}

describe('an export', () => {
  test('has the page of facts as data, as the service answers it', async () => {
    for (const file of ['/facts.json', '/facts.csv', '/facts.md']) {
      const text = await readFile(path.join(out, `public${file}`), 'utf8')
      expect(text).toContain(file === '/facts.md' ? '- 2008-' : 'fdic-limit')
      expect(text).toBe((await rawRequest(site.url, file)).text)
    }
  })

  test('has a page and its data for every page of the site, and counts them', async () => {
    const files = new Set(await listFiles(out))
    const found = pathsThatAre('found')
    for (const page of found) {
      expect(files, page).toContain(fileAt(page))
      const isPage = !isPicturePath(page)
      expect(files.has(`public${pageDataPath(page)}`), page).toBe(isPage)
    }
    expect(found.length).toBeGreaterThan(60)
    // Without the file that says that it is an export.
    expect(result).toMatchObject({
      pages: found.filter((one) => !isPicturePath(one)).length,
      gone: 2,
      files: files.size - 1,
    })
    // An article, and the term that it alone explains.
    expect([...files].filter((file) => /^gone\/.*index\.html$/.test(file)).sort()).toEqual([
      `gone${WITHDRAWN}/index.html`,
      'gone/terms/windfall/index.html',
    ])
    expect(result.moved).toBe(pathsThatAre('moved').length)
    expect(result.revisions.from).toBe(result.revisions.to)
    expect(files).not.toContain(fileAt(WITHDRAWN))
    expect(await readFile(path.join(out, fileAt(RENAMED)), 'utf8')).toContain(`url=${RENAMED_TO}"`)
  })

  test('has compressed forms of the same bytes, and no other files', async () => {
    const files = await listFiles(out)
    let twins = 0
    for (const [suffix, decompress] of TWINS) {
      for (const twin of files.filter((name) => name.endsWith(suffix))) {
        const bytes = await readFile(path.join(out, twin))
        const plain = await readFile(path.join(out, twin.slice(0, -suffix.length)))
        expect(decompress(bytes).equals(plain), twin).toBe(true)
        twins += 1
      }
    }
    expect(twins).toBeGreaterThan(250)
  })

  test('has the same files without compressed forms for a host that compresses', async () => {
    const files = await listFiles(path.join(plain, 'public'))
    const all = await listFiles(path.join(out, 'public'))
    expect(files).toEqual(all.filter((name) => !/\.(?:br|gz)$|^og\//.test(name)))
    for (const file of files) {
      const [one, other] = [out, plain].map((folder) => path.join(folder, 'public', file))
      expect((await readFile(one ?? '')).equals(await readFile(other ?? '')), file).toBe(true)
    }
  })

  test('has every file that its pages and site maps reference', async () => {
    const files = await listFiles(out)
    const known = new Set(files)
    const missing: string[] = []
    let links = 0
    for (const file of files.filter((name) => /\.(?:html|xml)$/.test(name))) {
      const text = await readFile(path.join(out, file), 'utf8')
      for (const [, attribute, location] of text.matchAll(
        /\s(?:href|src|action)="([^"]+)"|<loc>([^<]+)<\/loc>/g,
      )) {
        const { origin, pathname, search } = new URL(attribute ?? location ?? '', SITE_URL)
        if (origin !== SITE_URL) continue
        links += 1
        if (!known.has(fileAt(pathAt(pathname, search)))) missing.push(`${file}: ${pathname}`)
      }
    }
    expect(missing).toEqual([])
    expect(links).toBeGreaterThan(1_000)
  })

  test('has exactly the pictures that its pages reference', async () => {
    const files = await listFiles(out)
    const named = new Set<string>()
    for (const file of files.filter((name) => name.endsWith('.html'))) {
      const text = await readFile(path.join(out, file), 'utf8')
      const [, address] = /<meta property="og:image" content="([^"]+)"/.exec(text) ?? []
      if (address !== undefined) named.add(`public${address.slice(SITE_URL.length)}`)
    }
    const pictures = files.filter((name) => name.startsWith('public/og/'))
    expect(pictures).toEqual([...named].sort())
    const articles = pathsThatAre('found').filter((page) => page.startsWith('/articles/'))
    expect(pictures).toHaveLength(articles.length + 1)
    for (const name of pictures) {
      expect(isWholePng(await readFile(path.join(out, name))), name).toBe(true)
    }
  })

  test('is reproducible, also in place of the former one', async () => {
    const again = path.join(home, 'again')
    for (const time of ['first', 'in its place', 'not again']) {
      if (time === 'in its place') await appendFile(path.join(again, 'public/robots.txt'), '#')
      const isUnchanged = time === 'not again'
      expect(await exportTo(again, out)).toEqual({ ...result, isUnchanged })
      const files = await listFiles(out)
      expect(await listFiles(again)).toEqual(files)
      for (const file of files) {
        const [one, other] = [path.join(out, file), path.join(again, file)]
        expect((await readFile(one)).equals(await readFile(other)), file).toBe(true)
      }
    }
    expect(await readdir(home)).toEqual(['again', 'plain', 'site'])
  }, 120_000)

  test('leaves nothing behind when it is stopped', async () => {
    const { contentUrl, bundle } = site
    const stop = new AbortController()
    const stopped = exportSite({
      contentUrl,
      bundle,
      siteUrl: SITE_URL,
      out: path.join(home, 'stopped'),
      onProgress: () => stop.abort(new Error('enough')),
      signal: stop.signal,
    })
    await expect(stopped).rejects.toThrow('enough')
    expect(await readdir(home)).not.toContain(expect.stringContaining('stopped'))
  })
})

/** What is answered with a page of the site that says so, and with which status. */
const UNKNOWN = [
  ['/no-such-page', 404],
  ['/no-such-page/', 404],
  ['/articles', 404],
  ['/404.html', 404],
  ['/500.html', 404],
  ['/index.html', 404],
  ['/authors/index.html', 404],
  ['/authors/index.html.gz', 404],
  ['/sitemap.xml/', 404],
  ['/authors//', 404],
  ['//authors', 404],
  ['/%61uthors', 404],
  ['/%E0%A4%A', 404],
  [`${SECTION}?topic=no-such-topic`, 404],
  [`${SECTION}/page/1?topic=bonds`, 404],
  [`${SECTION}?topic=..%2F..`, 404],
  [`${SECTION}?topic=../../authors`, 404],
  [`${SECTION}/topics/no-such-topic`, 404],
  [WITHDRAWN, 410],
] as const
/** What leads on, how and to where. */
const REDIRECTED = [
  ['/authors/', 308, '/authors'],
  ['/authors/?a=1&b=%20', 308, '/authors?a=1&b=%20'],
  [`${RENAMED}?a=1`, 301, `${RENAMED_TO}?a=1`],
  [`${RENAMED}/?a=1`, 301, `${RENAMED_TO}?a=1`],
  [RENAMED.toUpperCase(), 301, RENAMED_TO],
  [`${WITHDRAWN}/`, 308, WITHDRAWN],
  ['/about?a=1', 308, '/info/about-us?a=1'],
  [`${SECTION}/topics/bonds`, 308, `${SECTION}?topic=bonds`],
  [`${SECTION}/?topic=bonds`, 308, `${SECTION}?topic=bonds`],
  ['/about-us/', 308, '/info/about-us'],
  [`${RENAMED}.md`, 301, `${RENAMED_TO}.md`],
  [LED_ON, 301, '/authors'],
  [`${LED_ON}.md`, 301, '/authors'],
  [pageDataPath(LED_ON), 301, pageDataPath('/authors')],
  [pageDataPath('/about'), 308, pageDataPath('/info/about-us')],
  [pageDataPath(RENAMED), 301, pageDataPath(RENAMED_TO)],
] as const
/** What is not there, where data is. */
const NO_DATA = [
  '/page-data/no-such-page/page-data.json',
  `/page-data${WITHDRAWN}/page-data.json`,
  '/page-data/sq/d/1.json',
  '/slice-data/nothing.json',
  '/sitemaps/nothing.xml',
  '/articles/no-such-article.md',
  '/nothing/feed.atom',
  '/nothing/feed.rss',
  '/nothing/feed.json',
  '/articles/feed.json?a=1',
  '/assets/no-such.js',
] as const

describe.runIf(nginxIsHere)('an export served by nginx', () => {
  let nginx: NginxServer
  beforeAll(async () => {
    nginx = await startNginx(out, brotliModule)
  })
  afterAll(async () => {
    await nginx.stop()
  })

  /** What readers and caches go by. Entity tags differ: nginx makes them of sizes and times. */
  const SAME = [
    'content-type',
    'content-encoding',
    'cache-control',
    'cdn-cache-control',
    'x-robots-tag',
    'speculation-rules',
    'location',
    'vary',
    ...Object.keys(securityHeaders(SITE_URL)),
  ]
  const headersOf = ({ headers }: RawAnswer) =>
    Object.fromEntries(
      // An export has no light pages.
      SAME.map((name) => [name, String(headers[name] ?? '').replace(', Save-Data', '')]),
    )

  async function askBoth(address: string, headers: Record<string, string> = {}) {
    const [served, rendered] = await Promise.all([
      rawRequest(nginx.url, address, { headers }),
      rawRequest(site.renderUrl, address, { headers }),
    ])
    return { served, rendered }
  }

  test('answers every address of the site like the render service', async () => {
    const shared = await listFiles(path.join(out, 'public'))
    const addresses = [
      ...paths.flatMap(({ path: page }) => [addressOf(page), pageDataPath(page)]),
      ...shared
        .filter((name) => !/\.(?:br|gz|html)$|page-data\/.*page-data\.json$/.test(name))
        .map((name) => `/${name}`),
      '/page-data/404/page-data.json',
      '/page-data/500.html/page-data.json',
    ]
    for (const address of addresses) {
      const { served, rendered } = await askBoth(address)
      expect(served.status, address).toBe(rendered.status)
      if (served.status < 300) {
        // What is sent in one form only varies by nothing.
        const isOne =
          !shared.includes(`${address.slice(1)}.gz`) && shared.includes(address.slice(1))
        const expected = { ...headersOf(rendered), ...(isOne && { vary: '' }) }
        expect(headersOf(served), address).toEqual(expected)
        expect(served.bytes.equals(rendered.bytes), address).toBe(true)
      } else {
        // The body of a redirect is nginx's own.
        expect(served.headers.location, address).toBe(rendered.headers.location)
        expect(served.headers['cache-control'], address).toBe(rendered.headers['cache-control'])
      }
    }
    expect(addresses.length).toBeGreaterThan(150)
  })

  test('is compressed by nginx if it has no compressed forms', async () => {
    const compressing = await startNginx(plain)
    try {
      const styles = (await listFiles(plain)).find((name) => name.endsWith('.css')) ?? ''
      const files = [
        ...['/', '/authors', pageDataPath('/authors'), '/sitemap.xml', `${RENAMED_TO}.md`],
        styles.slice('public'.length),
      ]
      for (const address of files) {
        const ask = (encoding: string) =>
          rawRequest(compressing.url, address, { headers: { 'accept-encoding': encoding } })
        const [zipped, bare] = await Promise.all([ask('gzip'), ask('identity')])
        const encodings = [zipped, bare].map(({ headers }) => headers['content-encoding'])
        expect(encodings, address).toEqual(['gzip', undefined])
        expect(gunzipSync(zipped.bytes).equals(bare.bytes), address).toBe(true)
        expect(bare.headers.vary, address).toBe('Accept-Encoding')
      }
      expect(compressing.complaints()).toBe('')
    } finally {
      await compressing.stop()
    }
  })

  test.each(UNKNOWN)('%s is answered %i with the page of the site', async (address, status) => {
    // An address with a malformed escape is unknown, and nginx answers with its own page.
    const broken = address === '/%E0%A4%A'
    for (const encoding of ['identity', 'gzip']) {
      const { served, rendered } = await askBoth(address, { 'accept-encoding': encoding })
      expect([served.status, rendered.status], address).toEqual([broken ? 400 : status, status])
      if (broken) continue
      expect(headersOf(served)).toEqual(headersOf(rendered))
      expect(served.bytes.equals(rendered.bytes)).toBe(true)
    }
  })

  test.each(REDIRECTED)('%s is redirected, %i, to %s', async (address, status, location) => {
    const { served, rendered } = await askBoth(address)
    for (const answer of [served, rendered]) {
      expect([answer.status, answer.headers.location]).toEqual([status, location])
    }
    expect(served.headers['cache-control']).toBe(rendered.headers['cache-control'])
    expect(served.headers).toMatchObject(securityHeaders(SITE_URL))
  })

  test.each(NO_DATA)('%s is answered 404 with a body that is no data', async (address) => {
    const { served, rendered } = await askBoth(address)
    expect([served.status, rendered.status]).toEqual([404, 404])
    expect(JSON.parse(served.text)).toEqual({
      code: JSON.parse(rendered.text).code,
      detail: expect.any(String),
    })
    expect(served.headers['content-type']).toBe(rendered.headers['content-type'])
    expect(served.headers['cache-control']).toBe('no-store')
  })

  test('answers 410 for the Markdown form of a withdrawn article', async () => {
    const { served, rendered } = await askBoth(`${WITHDRAWN}.md`)
    for (const { status, text, headers } of [served, rendered]) {
      expect([status, JSON.parse(text).code]).toEqual([410, 'gone'])
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  test.runIf(brotliModule).each([
    ['br', 'br, gzip'],
    ['gzip', 'gzip'],
  ])('sends the %s form to clients that accept it', async (encoding, accepted) => {
    for (const address of ['/', '/authors', pageDataPath('/'), '/sitemap.xml', '/no-such-page']) {
      const { served, rendered } = await askBoth(address, { 'accept-encoding': accepted })
      expect(served.headers['content-encoding'], address).toBe(encoding)
      expect(headersOf(served), address).toEqual(headersOf(rendered))
      expect(served.bytes.equals(rendered.bytes), address).toBe(true)
    }
  })

  test('answers 304 to a matching tag, and HEAD like GET', async () => {
    for (const address of ['/', '/authors', pageDataPath('/'), '/robots.txt']) {
      const answer = await rawRequest(nginx.url, address)
      const again = await rawRequest(nginx.url, address, {
        headers: { 'if-none-match': answer.headers.etag ?? '' },
      })
      expect(again.status, address).toBe(304)
      expect(again.headers['cache-control']).toBe(answer.headers['cache-control'])
      const head = await rawRequest(nginx.url, address, { method: 'HEAD' })
      expect(head.status).toBe(200)
      expect({ ...head.headers, date: '' }).toEqual({ ...answer.headers, date: '' })
    }
  })

  test.each([
    ['POST', 405],
    ['PUT', 405],
    ['DELETE', 405],
    ['OPTIONS', 204],
  ] as const)('%s is answered %i', async (method, status) => {
    for (const address of ['/', '/no-such-page', '/assets/a', WITHDRAWN]) {
      const answer = await rawRequest(nginx.url, address, { method })
      expect(answer.status, address).toBe(status)
      expect(answer.headers).toMatchObject({
        allow: 'GET, HEAD, OPTIONS',
        'cache-control': 'no-store',
      })
      expect(answer.headers['x-frame-options']).toBe('DENY')
    }
  })

  test('writes no error to the log of nginx', () => {
    expect(nginx.complaints()).toBe('')
  })
})

describe('an export that the command serves', () => {
  let url: string
  let close: () => Promise<void>
  beforeAll(async () => {
    const app = await viewExport(out)
    close = () => app.close()
    url = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => close())

  const askBoth = (address: string) =>
    Promise.all([url, site.renderUrl].map((origin) => rawRequest(origin, address)))

  test('answers every address of the site with the bytes and the type of the render service', async () => {
    const shared = await listFiles(path.join(out, 'public'))
    const addresses = [
      ...paths.flatMap(({ path: page }) => [addressOf(page), pageDataPath(page)]),
      ...shared
        .filter((name) => !/\.(?:br|gz|html)$|page-data\/.*page-data\.json$/.test(name))
        .map((name) => `/${name}`),
      '/page-data/404/page-data.json',
    ]
    for (const address of addresses) {
      const [viewed, rendered] = await askBoth(address)
      expect(viewed?.status, address).toBe(rendered?.status)
      expect(viewed?.headers.location, address).toBe(rendered?.headers.location)
      expect(viewed?.headers['cache-control'], address).toBe('no-store')
      if (rendered?.headers.location !== undefined) continue
      expect(viewed?.headers['content-type'], address).toBe(rendered?.headers['content-type'])
      if (rendered?.status === 200) expect(viewed?.bytes.equals(rendered.bytes), address).toBe(true)
    }
    expect(addresses.length).toBeGreaterThan(150)
  })

  test.each(UNKNOWN)('%s is answered %i with the page of the site', async (address, status) => {
    const [viewed, rendered] = await askBoth(address)
    // An address with a malformed escape is unknown, and the answer has another text.
    const broken = address === '/%E0%A4%A'
    expect(viewed?.status).toBe(broken ? 400 : status)
    if (!broken) expect(viewed?.text).toBe(rendered?.text)
  })

  test.each(REDIRECTED)('%s is redirected, %i, to %s', async (address, status, location) => {
    const answer = await rawRequest(url, address)
    expect([answer.status, answer.headers.location]).toEqual([status, location])
  })

  test.each(NO_DATA)('%s is answered 404 with a body that is no data', async (address) => {
    const [viewed, rendered] = await askBoth(address)
    expect(viewed?.status).toBe(404)
    expect(viewed?.headers['content-type']).toBe(rendered?.headers['content-type'])
    expect(JSON.parse(viewed?.text ?? '')).toMatchObject({ code: 'not-found' })
  })

  test('answers 410 for the Markdown form of a withdrawn article', async () => {
    const { status, text } = await rawRequest(url, `${WITHDRAWN}.md`)
    expect([status, JSON.parse(text).code]).toEqual([410, 'gone'])
  })

  test('serves no file outside the site', async () => {
    for (const address of [
      '/../nginx/site.conf',
      '/..%2fnginx/site.conf',
      '/finlore-export.json',
    ]) {
      expect((await rawRequest(url, address)).status, address).toBeGreaterThanOrEqual(400)
    }
  })

  test('must be an export: any other folder is refused', async () => {
    await expect(viewExport(home)).rejects.toThrow('is not an export')
  })
})
