import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { HOSTILE_ADS } from '../support/hostile/hostile-ads.ts'
import { HOSTILE_MARKDOWN } from '../support/hostile/hostile-markdown.ts'
import { rawRequest } from '../support/hostile/raw-request.ts'

/** Hostile texts and ads in a real browser: no script may run, and React must hydrate the page. */

const { url, contentUrl, token } = inject('site')
const PAGE = '/articles/quillwork-of-strangers'
const SAMPLE = path.resolve(import.meta.dirname, '../../deploy/local/samples/ads/en_US.json')
const GOOD_LINK = 'https://good.example/'
const GOOD_AD = `A <a href="${GOOD_LINK}">good</a> link`
const LISTEN = `globalThis.violations = []
addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  violations.push([effectiveDirective, blockedURI].join(' '))
}, true)`

const MAX_TEXT_LENGTH = 500

/** The hostile texts that are on the page. */
const accepted: string[] = []
let browser: Browser
let ads: { sapeData: { sapeLinks: Record<string, string[]> } }

async function send(method: string, address: string, body?: object) {
  const answer = await fetch(contentUrl + address, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      [method === 'DELETE' ? 'if-match' : 'if-none-match']: '*',
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  expect(answer.status, await answer.text()).toBeLessThan(300)
}

const article = (body: string) => ({
  title: 'Quillwork <script>alert(1)</script> "onclick=alert(1)',
  description: '</title><script>alert(1)</script>',
  author: 'Viktor Petrov',
  publishedAt: '2024-11-07T00:00:00Z',
  body,
  takeaways: ['<img src=x onerror=alert(1)>'],
  entities: [
    {
      category: 'product-reviews',
      subcategories: [{ subcategory: 'etfs', subsubcategories: [] }],
    },
  ],
})

/** Whether the editor API accepts a text: it refuses raw HTML and links to missing pages. */
async function isAccepted(text: string): Promise<boolean> {
  const answer = await fetch(`${contentUrl}${PAGE}?dryRun=true`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(article(`Begins.\n\n${quoted(text)}`)),
    signal: AbortSignal.timeout(30_000),
  })
  await answer.text()
  return answer.ok
}

beforeAll(async () => {
  browser = await launchBrowser()
  ads = JSON.parse(await readFile(SAMPLE, 'utf8'))
  for (const text of HOSTILE_MARKDOWN) {
    // The longest together have more parts than one text may have.
    if (text.length < MAX_TEXT_LENGTH && (await isAccepted(text))) accepted.push(text)
  }
  expect(accepted.length).toBeGreaterThan(30)
  // Each of them in a quote of its own, so that none can contain the next.
  const body = accepted.map((text, at) => `Number ${at}:\n\n${quoted(text)}`).join('\n\n')
  await send('PUT', PAGE, article(body))
  const { sapeData } = ads
  const sapeLinks = { ...sapeData.sapeLinks, [PAGE]: [GOOD_AD, ...HOSTILE_ADS] }
  await send('PUT', '/ads', { sapeData: { ...sapeData, sapeLinks } })
})
afterAll(async () => {
  await send('PUT', '/ads', ads)
  await send('DELETE', PAGE)
  await browser.close()
})

const quoted = (text: string) => text.replaceAll(/^/gm, '> ')

test('no script in Markdown or ads runs [T1, T2]', async () => {
  const { page, complaints, close } = await openPage(browser, { serviceWorkers: 'block' })
  const dialogs: string[] = []
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  await page.addInitScript(LISTEN)
  await vi.waitUntil(async () => (await rawRequest(url, PAGE)).text.includes(GOOD_LINK), 20_000)
  await page.goto(url + PAGE)
  await untilHydrated(page)

  expect(await page.locator('article.article').textContent()).toContain(
    `Number ${accepted.length - 1}:`,
  )
  expect(await page.locator(`a[href="${GOOD_LINK}"]`).count()).toBe(1)
  // The hostile links lead to missing pages, whose data the browser prefetches.
  const faults = complaints.filter((text) => !/a status of 404/.test(text))
  expect({ dialogs, faults, violations: await page.evaluate('violations') }).toEqual({
    dialogs: [],
    faults: [],
    violations: [],
  })
  await close()
})
