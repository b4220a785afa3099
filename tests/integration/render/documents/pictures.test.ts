import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { exportSite } from '../../../../services/render/files/export/export-site.ts'
import { securityHeaders } from '../../../../services/shared/http/security-headers.ts'
import { type ContentFolder, copyContent } from '../../../support/content/content-folder.ts'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { hasNginx, startNginx } from '../../../support/servers/nginx-server.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const ARTICLE = '/articles/how-to-read-a-fund-fact-sheet'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const DRAWING =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 6" data-x="1"><!-- x --><rect width="8" height="6" fill="#c00"/></svg>'
const CLEANED =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6" viewBox="0 0 8 6"><rect width="8" height="6" fill="#c00"></rect></svg>\n'

let folder: ContentFolder
let home: string
let site: WiredSite
/** The pictures of the article, for the day and for the dark. */
let day: string
let dark: string
beforeAll(async () => {
  folder = await copyContent(inject('someContent'))
  await folder.write('pictures/fund-fact-sheet.svg', DRAWING)
  await folder.write('pictures/fund-fact-sheet.dark.svg', DRAWING.replace('#c00', '#0c0'))
  home = await mkdtemp(path.join(tmpdir(), 'finlore-pictures-'))
  site = await wireSite({ contentFolder: folder.folder })
  const { text } = await rawRequest(site.url, ARTICLE)
  const found =
    /<picture><source srcset="([^"]+)" media="screen and \(prefers-color-scheme: dark\)"[^>]*><img src="([^"]+)" width="8" height="6" alt="[^"]+" loading="lazy" decoding="async"/.exec(
      text,
    )
  ;[, dark = '', day = ''] = found ?? []
})
afterAll(async () => {
  await site.close()
  await folder.dispose()
  await rm(home, { recursive: true, force: true })
})

async function expectPictures(url: string) {
  for (const [address, svg] of [
    [day, CLEANED],
    [dark, CLEANED.replace('#c00', '#0c0')],
    [day, CLEANED],
  ] as const) {
    const answer = await rawRequest(url, address)
    expect(answer.status, address).toBe(200)
    expect(answer.headers).toMatchObject({
      ...securityHeaders(SITE_URL),
      // Feeds name them, and other sites show what feeds name.
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': 'image/svg+xml',
      'cache-control': IMMUTABLE,
    })
    expect(answer.text).toBe(svg)
  }
}

describe('pictures', () => {
  test('are at the addresses in pages, immutable, cleaned, and unable to run anything [T27]', async () => {
    expect([day, dark]).toEqual([
      expect.stringMatching(/^\/pictures\/fund-fact-sheet-[0-9a-f]{12}\.svg$/),
      expect.stringMatching(/^\/pictures\/fund-fact-sheet--dark-[0-9a-f]{12}\.svg$/),
    ])
    await expectPictures(site.url)
    await expectPictures(site.url)
    const { headers } = await rawRequest(site.url, day)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('that do not exist answer 404, which is not cached', async () => {
    for (const address of [
      day.replace(/-[0-9a-f]{12}/, '-0123456789ab'),
      '/pictures/fund-fact-sheet.svg',
      '/pictures/',
      '/pictures/%2e%2e',
    ]) {
      const answer = await rawRequest(site.renderUrl, address)
      expect(answer.status, address).toBe(404)
      expect(answer.headers['cache-control'], address).not.toContain('immutable')
    }
  })

  test('have addresses that lead to the files in the Markdown of an article, too', async () => {
    const { text } = await rawRequest(site.url, `${ARTICLE}.md`)
    expect(text).toContain(day)
    expect(text).not.toContain('(/pictures/fund-fact-sheet.svg')
  })

  test('are in the XML site map, with the article that shows them', async () => {
    const { text } = await rawRequest(site.url, '/sitemaps/articles-1.xml')
    expect(text).toContain('xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"')
    const [line = ''] = text.split('\n').filter((line) => line.includes(`${ARTICLE}</loc>`))
    const image = `<image:image><image:loc>${SITE_URL}${day}</image:loc></image:image></url>`
    expect(line.endsWith(`</lastmod>${image}`)).toBe(true)
  })

  test('are in an export, which nginx serves alike', async () => {
    const out = path.join(home, 'site')
    const { contentUrl, bundle } = site
    await exportSite({ contentUrl, bundle, siteUrl: SITE_URL, indexing: 'on', out })
    expect(await readFile(path.join(out, 'public', day), 'utf8')).toBe(CLEANED)
    if (!hasNginx()) return

    await using stopping = new AsyncDisposableStack()
    const nginx = await startNginx(out)
    stopping.defer(nginx.stop)
    await expectPictures(nginx.url)
    const missing = await rawRequest(nginx.url, day.replace(/-[0-9a-f]{12}/, '-0123456789ab'))
    expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store'])
  })

  test('are served with content stopped', async () => {
    for (const address of [day, dark]) {
      const isStored = async () => (await site.store.read(address)) !== undefined
      await vi.waitUntil(isStored, { timeout: 20_000 })
    }
    await site.stopContent()
    await expectPictures(site.url)
  })
})
