import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { exportSite } from '../../../../services/render/files/export/export-site.ts'
import { securityHeaders } from '../../../../services/shared/http/security-headers.ts'
import { type ContentFolder, copyContent } from '../../../support/content/content-folder.ts'
import { drawScreenshot, factsOf } from '../../../support/content/rasters.ts'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { hasNginx, startNginx } from '../../../support/servers/nginx-server.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const ARTICLE = '/articles/what-a-bond-is-and-why-its-price-moves'
const FILE = 'articles/en_US/what-a-bond-is-and-why-its-price-moves.md'
const START = 'Suppose a town needs'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const TYPES = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
])

let folder: ContentFolder
let home: string
let site: WiredSite
/** All files that the article names, for the day and for the dark. */
let files: string[]
beforeAll(async () => {
  folder = await copyContent(inject('someContent'))
  await folder.write('pictures/bank.png', await drawScreenshot())
  await folder.write('pictures/bank.dark.png', await drawScreenshot({}, { dark: true }))
  const picture = '![A bank](/pictures/bank.png "The bank. — Screenshot: Test")'
  await folder.write(FILE, (await folder.read(FILE)).replace(START, `${picture}\n\n${START}`))
  home = await mkdtemp(path.join(tmpdir(), 'finlore-rasters-'))
  site = await wireSite({ contentFolder: folder.folder })
  const { text } = await rawRequest(site.url, ARTICLE)
  files = [...new Set(text.match(/\/pictures\/bank[a-z-]*-[0-9a-f]{12}\.\w+/g))]
})
afterAll(async () => {
  await site.close()
  await folder.dispose()
  await rm(home, { recursive: true, force: true })
})

async function expectFiles(url: string) {
  for (const address of files) {
    const answer = await rawRequest(url, address, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(answer.status, address).toBe(200)
    const type = TYPES.get(path.extname(address).slice(1))
    expect(answer.headers, address).toMatchObject({
      ...securityHeaders(SITE_URL),
      // Feeds name them, and other sites show what feeds name.
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': type,
      'cache-control': IMMUTABLE,
    })
    expect(answer.headers).not.toHaveProperty('content-encoding')
    const { format, exif } = await factsOf(answer.bytes)
    expect([`image/${format === 'heif' ? 'avif' : format}`, exif]).toEqual([type, undefined])
  }
}

describe('photographs and screenshots', () => {
  test('are at the addresses in pages, immutable, each as what it is [T29]', async () => {
    expect(files.filter((address) => address.includes('--dark-'))).toHaveLength(7)
    expect(files.filter((address) => !address.includes('--dark-'))).toHaveLength(7)
    await expectFiles(site.url)
    await expectFiles(site.url)
  })

  test('that do not exist answer 404, which is not cached', async () => {
    for (const address of [
      files[0]?.replace(/-[0-9a-f]{12}/, '-0123456789ab') ?? '',
      files[0]?.replace('.avif', '.png') ?? '',
      '/pictures/bank.png',
    ]) {
      const answer = await rawRequest(site.renderUrl, address)
      expect(answer.status, address).toBe(404)
      expect(answer.headers['cache-control'], address).not.toContain('immutable')
    }
  })

  test('are named in Markdown and in the XML site map in a form that all can show', async () => {
    const plain = files.find((address) => /bank-[0-9a-f]{12}\.(?:jpg|png)$/.test(address))
    const { text } = await rawRequest(site.url, `${ARTICLE}.md`)
    expect(text).toContain(`${plain} "The bank.`)
    const map = await rawRequest(site.url, '/sitemaps/articles-1.xml')
    expect(map.text).toContain(`<image:loc>${SITE_URL}${plain}</image:loc>`)
  })

  test('are in an export, which nginx serves alike', async () => {
    const out = path.join(home, 'site')
    const { contentUrl, bundle } = site
    await exportSite({ contentUrl, bundle, siteUrl: SITE_URL, indexing: 'on', out })
    for (const address of files) {
      expect((await readFile(path.join(out, 'public', address))).length).toBeGreaterThan(0)
    }
    if (!hasNginx()) return

    await using stopping = new AsyncDisposableStack()
    const nginx = await startNginx(out)
    stopping.defer(nginx.stop)
    await expectFiles(nginx.url)
  })

  test('are served with content stopped', async () => {
    for (const address of files) {
      const isStored = async () => (await site.store.read(address)) !== undefined
      await vi.waitUntil(isStored, { timeout: 20_000 })
    }
    await site.stopContent()
    await expectFiles(site.url)
  })
})
