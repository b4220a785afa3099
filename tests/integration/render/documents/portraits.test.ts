import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { buildCopy } from '../../../../services/render/files/copy/copy-app.ts'
import { exportSite } from '../../../../services/render/files/export/export-site.ts'
import { securityHeaders } from '../../../../services/shared/http/security-headers.ts'
import { type ContentFolder, copyContent } from '../../../support/content/content-folder.ts'
import { drawPortrait } from '../../../support/content/portraits.ts'
import { drawPhoto, factsOf } from '../../../support/content/rasters.ts'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { startIngress } from '../../../support/servers/ingress.ts'
import { hasNginx, startNginx } from '../../../support/servers/nginx-server.ts'
import { createTcpLink } from '../../../support/servers/tcp-link.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const PNG_AUTHOR = '/authors/marcus-adeyemi'
const JPEG_AUTHOR = '/authors/eleanor-whitcombe'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const nginxIsHere = hasNginx()

let folder: ContentFolder
let home: string
let site: WiredSite
/** Where each is, as its author's page says: what all browsers can show, and what they choose from. */
let plain: string[]
let choices: string[]
beforeAll(async () => {
  folder = await copyContent(inject('someContent'))
  const authors = await folder.read('authors/en_US.yaml')
  await folder.write('authors/portraits/marcus.png', drawPortrait())
  await folder.write(
    'authors/portraits/eleanor.jpg',
    await drawPhoto({ width: 400, height: 400 }).toBuffer(),
  )
  await folder.write(
    'authors/en_US.yaml',
    authors
      .replace('slug: marcus-adeyemi\n', '$&  portrait: marcus.png\n')
      .replace('slug: eleanor-whitcombe\n', '$&  portrait: eleanor.jpg\n'),
  )
  home = await mkdtemp(path.join(tmpdir(), 'finlore-portraits-'))
  site = await wireSite({ contentFolder: folder.folder })
  const found = [await portraitOn(PNG_AUTHOR), await portraitOn(JPEG_AUTHOR)]
  plain = found.map((portrait) => portrait.plain)
  choices = found.flatMap((portrait) => portrait.choices)
})
afterAll(async () => {
  await site.close()
  await folder.dispose()
  await rm(home, { recursive: true, force: true })
})

async function portraitOn(page: string) {
  const { text } = await rawRequest(site.url, page)
  const [, sources = '', plain = ''] =
    /<picture class="portrait">(.*?)<img class="initials" src="([^"]+)" width="224" height="224"/.exec(
      text,
    ) ?? []
  return { plain, choices: sources.match(/\/portraits\/[^ ]+/g) ?? [] }
}

const TYPES = new Map([
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
])

/** All files and what is said of them, as the render service gives them. */
async function expectPortraits(url: string, caching = IMMUTABLE) {
  for (const address of [...plain, ...choices]) {
    const type = TYPES.get(address.slice(address.lastIndexOf('.') + 1))
    const answer = await rawRequest(url, address, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(answer.status, address).toBe(200)
    expect(answer.headers).toMatchObject({
      ...securityHeaders(SITE_URL),
      'content-type': type,
      'cache-control': caching,
    })
    expect(answer.headers).not.toHaveProperty('content-encoding')
    const { format, exif, width } = await factsOf(answer.bytes)
    expect([`image/${format === 'heif' ? 'avif' : format}`, exif]).toEqual([type, undefined])
    expect(width, address).toBeLessThanOrEqual(336)
  }
}

// M-311
describe('portraits', () => {
  test('are at the addresses in pages, immutable, without what a camera wrote into them [M-311]', async () => {
    expect(plain).toEqual([
      expect.stringMatching(/^\/portraits\/marcus-adeyemi-[0-9a-f]{12}\.jpg$/),
      expect.stringMatching(/^\/portraits\/eleanor-whitcombe-[0-9a-f]{12}\.jpg$/),
    ])
    expect(choices).toHaveLength(12)
    // From wherever the answer comes: made just now, or from memory.
    await expectPortraits(site.url)
    await expectPortraits(site.url)
    const [portrait = ''] = plain
    const { headers } = await rawRequest(site.url, portrait)
    const again = await rawRequest(site.url, portrait, {
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
  })

  test('of no author answer 404, which is not cached', async () => {
    for (const address of [
      plain[0]?.replace(/-[0-9a-f]{12}/, '-0123456789ab') ?? '',
      plain[0]?.replace('.jpg', '.webp') ?? '',
      '/portraits/nobody-0123456789ab.png',
      '/portraits/',
      '/portraits/%2e%2e',
    ]) {
      const answer = await rawRequest(site.renderUrl, address)
      expect(answer.status, address).toBe(404)
      expect(answer.headers['cache-control'], address).not.toContain('immutable')
    }
  })

  test('are on the pages of the author, of the articles, and of all authors', async () => {
    const all = await rawRequest(site.url, '/authors')
    for (const address of plain) expect(all.text).toContain(`src="${address}"`)
    const profile = await rawRequest(site.url, PNG_AUTHOR)
    expect(profile.text).toContain(`"image":"${SITE_URL}${plain[0]}"`)
    const [, article = ''] =
      /href="(\/articles\/[^"]+)"/.exec(profile.text.split('<main')[1] ?? '') ?? []
    const { text } = await rawRequest(site.url, article)
    expect(text).toMatch(
      new RegExp(`src="${plain[0]}"[^>]* alt="Marcus Adeyemi"[^>]* loading="lazy"`),
    )
  })

  test('are in an export, which nginx serves alike', async () => {
    const out = path.join(home, 'site')
    const { contentUrl, bundle } = site
    await exportSite({ contentUrl, bundle, siteUrl: SITE_URL, indexing: 'on', out })
    for (const address of [...plain, ...choices]) {
      expect((await readFile(path.join(out, 'public', address))).length).toBeGreaterThan(0)
    }
    if (!nginxIsHere) return

    await using stopping = new AsyncDisposableStack()
    const nginx = await startNginx(out)
    stopping.defer(nginx.stop)
    await expectPortraits(nginx.url)
    const missing = await rawRequest(nginx.url, '/portraits/nobody-0123456789ab.png')
    expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store'])
  })

  test.runIf(nginxIsHere)('are in the copy that readers get while render is down', async () => {
    await using stopping = new AsyncDisposableStack()
    const { service, start } = await buildCopy({
      store: site.allPages,
      copyFolder: path.join(home, 'copy'),
      copyBytes: 2 ** 31,
      bundle: site.bundle,
      siteUrl: SITE_URL,
      serviceWorker: 'on',
      indexing: 'on',
      locale: 'en_US',
      log: { level: 'silent' },
      times: { pauseMs: 100, pausePerLook: 0 },
    })
    stopping.defer(() => service.app.close())
    stopping.defer(() => service.ops.close())
    const running = start()
    stopping.defer(running.stop)
    const render = await createTcpLink(site.renderUrl)
    const ingress = await startIngress({
      RENDER_ADDRESS: new URL(render.url).host,
      SEARCH_ADDRESS: new URL(site.searchUrl).host,
      SITE_URL,
      INDEXING: 'on',
      COPY_DIR: path.join(home, 'copy'),
    })
    stopping.defer(ingress.stop)
    await render.cut()
    for (const address of [...plain, ...choices]) {
      const isThere = async () => (await rawRequest(ingress.url, address)).status === 200
      await vi.waitUntil(isThere, { timeout: 20_000 })
    }
    await expectPortraits(ingress.url, 'no-store')
  })

  test('are served with content stopped', async () => {
    for (const address of [...plain, ...choices]) {
      const isStored = async () => (await site.store.read(address)) !== undefined
      await vi.waitUntil(isStored, { timeout: 20_000 })
    }
    await site.stopContent()
    await expectPortraits(site.url)
  })
})
