import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../../../../../services/shared/addresses/topic-address.ts'
import { REAL_CONTENT } from '../../../../support/content/content-folder.ts'
import { type RawAnswer, rawRequest } from '../../../../support/hostile/raw-request.ts'
import { type Ingress, startIngress } from '../../../../support/servers/ingress.ts'
import { hasNginx } from '../../../../support/servers/nginx-server.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

const nginxIsHere = hasNginx()
if (!nginxIsHere) process.stdout.write('Left out: nginx as the ingress. There is no nginx here\n')

const ARTICLE = '/articles/when-refinancing-a-mortgage-pays'
const SECTION = '/investment-dictionaries/terms-and-definitions?topic=bonds'
const SAVING = { 'save-data': 'on' }
const MAX_BYTES = 14 * 1024

let site: WiredSite
beforeAll(async () => {
  site = await wireSite({ contentFolder: REAL_CONTENT })
})
afterAll(() => site.close())

const ask = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(site.url, address, { headers, method })
const isLite = ({ text }: RawAnswer) => text.includes('<html data-lite')

/** Addresses of all pages in the site map. */
async function allAddresses(): Promise<string[]> {
  const locs = async (address: string) =>
    [...(await ask(address)).text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) =>
      String(url).replace(SITE_URL, ''),
    )
  const parts = await Promise.all((await locs('/sitemap.xml')).map(locs))
  return [...new Set(parts.flat())].map(addressOf)
}

describe('a light page', () => {
  test('is one of at most 14 KB with all that it loads, for every page of the site', async () => {
    const addresses = await allAddresses()
    expect(addresses.length).toBeGreaterThan(100)
    let styles: RawAnswer | undefined
    for (const address of [...addresses, '/search?q=bond', '/no-such-page']) {
      const light = `${address}${address.includes('?') ? '&' : '?'}lite`
      const { bytes } = await ask(light, { 'accept-encoding': 'br' })
      const html = brotliDecompressSync(bytes).toString()
      const loaded = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(
        ([, to]) => to,
      )
      expect(loaded, address).toHaveLength(1)
      styles ??= await ask(String(loaded[0]), { 'accept-encoding': 'br' })
      expect(styles.status).toBe(200)
      expect(bytes.length + styles.bytes.length, address).toBeLessThanOrEqual(MAX_BYTES)
      expect(html, address).not.toMatch(/<(?:script|img|svg|source|picture|style|iframe)\b/)
      expect(html, address).toContain('<main id="main"')
    }
  }, 120_000)

  test('says the same as the whole page, which is canonical, and leads to it', async () => {
    const [whole, light] = [await ask(ARTICLE), await ask(`${ARTICLE}?lite`)]
    expect([isLite(whole), isLite(light)]).toEqual([false, true])
    expect(light.headers['content-type']).toBe('text/html; charset=utf-8')
    const canonical = `<link rel="canonical" href="${SITE_URL}${ARTICLE}"`
    for (const { text } of [whole, light]) expect(text).toContain(canonical)
    expect(light.text).toContain(`<a href="${ARTICLE}?lite=no">Whole page</a>`)
    expect((await ask(`${ARTICLE}?lite=no`, SAVING)).text).toBe(whole.text)
    const words = ({ text }: RawAnswer) => /<h1>.*?<\/h1>/.exec(text)?.[0]
    expect(words(light)).toBe(words(whole))
    expect(light.text).toMatch(/href="\/pictures\/loan-estimate-[0-9a-f]+\.svg">Picture: A loan/)
    expect(light.headers).not.toHaveProperty('speculation-rules')
    expect(whole.headers).toHaveProperty('speculation-rules')
  })

  test('leads on to light pages where its address asked for it, and not to save data', async () => {
    const asked = await ask(`${SECTION}&lite`)
    expect(asked.text).toContain('<h1>Bonds</h1>')
    expect(asked.text).toContain('<a href="/authors?lite">')
    expect(asked.text).toContain(`<a href="${SECTION}&amp;lite=no">Whole page`)
    expect(asked.text).toContain('<input type="hidden" name="lite">')
    const saving = await ask(SECTION, SAVING)
    expect(isLite(saving)).toBe(true)
    expect(saving.text).toContain('<a href="/authors">')
    expect(saving.text).not.toContain('name="lite"')
    expect((await ask('/search?q=bond&lite=')).text).toContain('href="/search?q=bond&amp;lite=no"')
  })

  test('is no answer that a cache could send to others, unless its address says so', async () => {
    const [whole, asked, saving] = [
      await ask(ARTICLE),
      await ask(`${ARTICLE}?lite`),
      await ask(ARTICLE, SAVING),
    ]
    for (const { headers } of [whole, asked, saving]) {
      expect(headers.vary).toBe('Accept-Encoding, Save-Data')
    }
    expect(saving.headers['cache-control']).toBe('private, max-age=0, must-revalidate')
    expect(saving.headers).not.toHaveProperty('cdn-cache-control')
    expect(asked.headers['cache-control']).toBe(whole.headers['cache-control'])
    const kept = await ask(ARTICLE, { ...SAVING, 'if-none-match': String(saving.headers.etag) })
    expect([kept.status, kept.headers.vary]).toEqual([304, 'Accept-Encoding, Save-Data'])
    // A browser that no longer saves data has another copy.
    expect((await ask(ARTICLE, { 'if-none-match': String(saving.headers.etag) })).status).toBe(200)
    expect(
      (await ask(ARTICLE, { ...SAVING, 'if-none-match': String(whole.headers.etag) })).status,
    ).toBe(200)
    const head = await ask(ARTICLE, SAVING, 'HEAD')
    expect(head.headers['content-length']).toBe(saving.headers['content-length'])
  })

  test('is for pages alone, and for browsers that say it in these words', async () => {
    for (const address of [`/page-data${ARTICLE}/page-data.json`, `${ARTICLE}.md`, '/feed.rss']) {
      const [plain, saving] = [await ask(address), await ask(`${address}?lite`, SAVING)]
      expect(saving.text, address).toBe(plain.text)
      expect(saving.headers.vary, address).toBe('Accept-Encoding')
    }
    for (const value of ['off', 'ON', '', '1']) {
      expect(isLite(await ask(ARTICLE, { 'save-data': value })), value).toBe(false)
    }
    for (const query of ['?elite', '?a=lite', '?q=a%26lite', '?lite=no&lite']) {
      expect(isLite(await ask(`${ARTICLE}${query}`)), query).toBe(false)
    }
    for (const query of ['?lite', '?lite=', '?lite=1', '?a=b&lite&c']) {
      expect(isLite(await ask(`${ARTICLE}${query}`)), query).toBe(true)
    }
  })

  test('keeps the status of its page, and its address where a page has moved', async () => {
    const unknown = await ask('/no-such-page?lite')
    expect([unknown.status, isLite(unknown)]).toEqual([404, true])
    const moved = await ask(`${ARTICLE}/?lite`)
    expect([moved.status, moved.headers.location]).toEqual([308, `${ARTICLE}?lite`])
    await site.edit('PATCH', '/articles/hsa-or-fsa', { title: 'Two <accounts> compared' })
    await expect
      .poll(async () => (await ask('/articles/hsa-or-fsa?lite')).text, { timeout: 10_000 })
      .toContain('<h1>Two &lt;accounts&gt; compared</h1>')
  })
})

describe.runIf(nginxIsHere)('through nginx', () => {
  let nginx: Ingress
  beforeAll(async () => {
    const { host } = new URL(site.url)
    nginx = await startIngress({ RENDER_ADDRESS: host, SEARCH_ADDRESS: host, SITE_URL })
  })
  afterAll(() => nginx.stop())

  test('each reader gets the form for them, however soon after another', async () => {
    const headers = { 'accept-encoding': 'br' }
    const through = async (more: Record<string, string>) => {
      const { bytes, ...answer } = await rawRequest(nginx.url, ARTICLE, {
        headers: { ...headers, ...more },
      })
      return isLite({ ...answer, bytes, text: brotliDecompressSync(bytes).toString() })
    }
    for (let turn = 0; turn < 5; turn++) {
      expect([await through({}), await through(SAVING)], String(turn)).toEqual([false, true])
    }
  })
})
