import { gzipSync } from 'node:zlib'
import type { Browser, Page, Response } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { renderMarkdown } from '../../services/content/markdown/render-markdown.ts'
import type { Locale } from '../../services/shared/contracts/primitives.ts'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { serveMadePage } from '../support/pages/made-pages.ts'
import { buildArticle, buildShell } from '../support/pages/page-builders.ts'

let browser: Browser
const { url } = inject('site')

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Everything of a text that has scripts of its own. */
const TEXT = `: Yours {#yours example chart=lines}

| After | Sum | Rate |
|---|---:|---:|
| 1 | [105](<calc: 100 * (1 + rate)>) | [5%](<input: rate, 0% to 20% by 1%>) |
| 2 | [110](<calc: 100 * (1 + rate) ^ 2>) | |
| 3 | [116](<calc: 100 * (1 + rate) ^ 3>) | |

: Sorted {#sorted sort}

| Fund | Fee |
|---|---:|
| A | 3 |
| B | 2 |
| C | 1 |
`.replace('chart=lines', 'chart=lines columns=Sum')

const articleIn = (locale: Locale) =>
  buildArticle({
    slug: 'an-article-with-everything',
    bodyHtml: renderMarkdown(TEXT, 'Growth', locale).html,
  })

const shellIn = (locale: Locale) => {
  const shell = buildShell()
  return { ...shell, site: { ...shell.site, locale } }
}

/** Each script that the document has loaded once a reader has been everywhere on it. */
async function scriptsOf(page: Page, path: string): Promise<Map<string, Buffer>> {
  const answers: Promise<[name: string, body: Buffer]>[] = []
  const note = (answer: Response) => {
    if (answer.request().resourceType() !== 'script') return
    answers.push(answer.body().then((body) => [new URL(answer.url()).pathname, body]))
  }
  page.on('response', note)
  await page.goto(url + path)
  await untilHydrated(page)
  await page.locator('[data-example=open]').waitFor()
  await page.locator('[data-sort]').getByRole('button').first().waitFor()
  // The links of the footer come into view, and are fetched ahead.
  const fetchedAhead = page.waitForRequest(/\/page-data\/.*page-data\.json/)
  await page.locator('footer').last().scrollIntoViewIfNeeded()
  await fetchedAhead
  // What comes later has no body any more once the page is closed.
  page.off('response', note)
  return new Map(await Promise.all(answers))
}

const packed = (scripts: Map<string, Buffer>) =>
  [...scripts.values()].reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)

describe('all JavaScript of an article', () => {
  test.each<Locale>(['en_US', 'ru_RU', 'tr_TR'])(
    'has at most 85 KB, also with an example, a chart that follows it and a sorted table, in %s',
    async (locale) => {
      const { page, complaints, close } = await openPage(browser, { serviceWorkers: 'block' })
      const model = articleIn(locale)
      await serveMadePage(page, url, model, shellIn(locale))
      const scripts = await scriptsOf(page, model.path)
      const names = [...scripts.keys()].join(' ')
      for (const part of ['entry-client', 'react-root', 'hydrate', 'open-charts', 'sort-tables']) {
        expect(names).toContain(part)
      }
      expect(packed(scripts)).toBeLessThanOrEqual(85 * 1_024)
      expect(complaints).toEqual([])
      await close()
    },
  )

  test('shows every other kind of page all the same, with one more script', async () => {
    const { page, complaints, close } = await openPage(browser, { serviceWorkers: 'block' })
    const later: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/later-parts-')) later.push(request.url())
    })
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(request.url())
    })
    await page.goto(`${url}/articles/how-a-broad-index-etf-works`)
    await untilHydrated(page)
    expect(later).toEqual([])
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click()
    await page.waitForURL(`${url}/`)
    await expect.poll(() => later.length).toBe(1)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: /index ETF/ }).waitFor()
    expect(documents).toHaveLength(1)
    expect(later).toHaveLength(1)
    expect(complaints).toEqual([])
    await close()
  })
})
