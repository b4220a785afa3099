import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { renderMarkdown } from '../../services/content/markdown/render-markdown.ts'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { EXAMPLE_PATH } from '../support/browser/open-example.ts'
import { serveMadePage } from '../support/pages/made-pages.ts'
import { buildArticle } from '../support/pages/page-builders.ts'

let browser: Browser
const { url } = inject('site')

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }
const KILOBYTE = 1_024

const model = buildArticle({
  slug: 'a-chart-that-follows',
  bodyHtml: renderMarkdown(
    `: Yours {#yours example chart=bars columns=Sum}

| After | Rate a year | Sum |
|---|---:|---:|
| One year | [5%](<input: rate, 0% to 20% by 1%>) | [$105](<calc: 100 * (1 + rate)>) |
| Ten years | | [$163](<calc: 100 * (1 + rate) ^ 10>) |
| Share | | [$100](<calc: 5 / rate>) |
`,
    'Growth',
    'en_US',
  ).html,
})

async function openChart(options: Parameters<typeof openPage>[1]) {
  const watched = await openPage(browser, { serviceWorkers: 'block', ...options })
  await serveMadePage(watched.page, url, model)
  await watched.page.goto(url + model.path)
  await rate(watched.page).waitFor()
  return watched
}

const rate = (page: Page) => page.getByRole('textbox', { name: /Rate a year/ })
const picture = (page: Page) => page.locator('#yours').getByRole('img')
const texts = (page: Page) => picture(page).locator('svg:visible text').allTextContents()
const label = (page: Page) => picture(page).getAttribute('aria-label')
const note = (page: Page) => page.locator('#yours .chart-note')

describe('a chart and what readers change', () => {
  test.each([PHONE, DESK])(
    'follow each other, $width px wide, and Reset brings both back',
    async (viewport) => {
      const { page, complaints, close } = await openChart({ viewport })
      const before = [await texts(page), await label(page)]
      expect(before[0]).toContain('$163')
      await rate(page).fill('10')
      expect(await texts(page)).toEqual(expect.arrayContaining(['$110', '$259', '$50']))
      expect(await label(page)).toBe('Yours. Sum: lowest $50 (Share), highest $259 (Ten years).')
      await page.locator('#yours').getByRole('button', { name: 'Reset' }).click()
      expect([await texts(page), await label(page)]).toEqual(before)
      expect(complaints).toEqual([])
      await close()
    },
  )

  test('show a number that is neither the first, the last nor an extreme', async () => {
    const middle = buildArticle({
      slug: 'a-number-in-the-middle',
      bodyHtml: renderMarkdown(
        `: Three sums {#yours example chart=bars columns=Sum}

| Place | Rate a year | Sum |
|---|---:|---:|
| Low | | $1 |
| Middle | [5%](<input: rate, 0% to 20% by 1%>) | [$50](<calc: 1000 * rate>) |
| High | | $300 |
`,
        'Middle',
        'en_US',
      ).html,
    })
    const { page, close } = await openPage(browser, { viewport: DESK, serviceWorkers: 'block' })
    await serveMadePage(page, url, middle)
    await page.goto(url + middle.path)
    await rate(page).fill('6')
    expect(await texts(page)).toContain('$60')
    await close()
  })

  test('without a result the picture stays as it was, and says so', async () => {
    const { page, close } = await openChart({ viewport: DESK })
    await rate(page).fill('10')
    const before = await texts(page)
    await rate(page).fill('0')
    expect(await texts(page)).toEqual(before)
    expect(await note(page).textContent()).toBe(
      'The picture cannot show these numbers, and stays as it was.',
    )
    await rate(page).fill('5')
    expect(await note(page).count()).toBe(0)
    expect(await texts(page)).toContain('$163')
    await close()
  })

  test('are printed with the numbers of the reader', async () => {
    const { page, close } = await openChart({ viewport: PHONE })
    await rate(page).fill('10')
    await page.emulateMedia({ media: 'print' })
    expect(await texts(page)).toEqual(expect.arrayContaining(['$110', '$259']))
    await close()
  })

  test('come from an address with numbers', async () => {
    const { page, close } = await openPage(browser, { viewport: DESK, serviceWorkers: 'block' })
    await serveMadePage(page, url, model)
    await page.goto(`${url}${model.path}#yours?rate=0.1`)
    await expect.poll(() => texts(page)).toContain('$259')
    await close()
  })

  test('stay as they are together when the code of charts cannot be loaded', async () => {
    const { page, close } = await openPage(browser, { viewport: DESK, serviceWorkers: 'block' })
    await serveMadePage(page, url, model)
    await page.route(/open-charts/, (route) => route.abort())
    const refused = page.waitForEvent('requestfailed')
    await page.goto(url + model.path)
    await refused
    expect(await rate(page).count()).toBe(0)
    expect(await texts(page)).toContain('$163')
    await close()
  })
})

/** What every page loads. */
const BEFORE = /^(?:entry-client|en-us|hydrate|react-root|later-parts)/

/** The sizes of the scripts that come when an example comes near. */
async function scriptsOf(path: string): Promise<Map<string, number>> {
  const { page, close } = await openPage(browser, {
    viewport: DESK,
    isStill: true,
    serviceWorkers: 'block',
  })
  await serveMadePage(page, url, model)
  const sizes = new Map<string, number>()
  const read: Promise<void>[] = []
  page.on('response', (answer) => {
    const name = /assets\/([\w-]+?)-[\w-]{8}\.js/.exec(answer.url())?.[1]
    if (!name || BEFORE.test(name)) return
    read.push(
      answer.body().then((body) => {
        sizes.set(name, gzipSync(body, { level: 9 }).length)
      }),
    )
  })
  await page.goto(url + path)
  await page.locator('[data-example]').first().scrollIntoViewIfNeeded()
  await page.locator('[data-example=open]').first().waitFor()
  await Promise.all(read)
  await close()
  return sizes
}

describe('the code of charts that follow', () => {
  test('has at most 15 KB, with that of examples', async () => {
    const sizes = await scriptsOf(model.path)
    const own = [...sizes]
    expect(own.map(([name]) => name)).toEqual(
      expect.arrayContaining(['open-charts', 'open-examples']),
    )
    expect(own.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(15 * KILOBYTE)
  })

  test('is in no page whose charts follow nothing', async () => {
    const sizes = await scriptsOf(EXAMPLE_PATH)
    expect([...sizes.keys()]).toContain('open-examples')
    expect([...sizes.keys()]).not.toContain('open-charts')
  })
})
