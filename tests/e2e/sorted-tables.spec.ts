import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { renderMarkdown } from '../../services/content/markdown/render-markdown.ts'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { announced } from '../support/browser/open-example.ts'
import { serveMadePage } from '../support/pages/made-pages.ts'
import { buildArticle } from '../support/pages/page-builders.ts'

let browser: Browser
let axe: string
const { url } = inject('site')

beforeAll(async () => {
  browser = await launchBrowser()
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
})
afterAll(() => browser.close())

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }
/** An article of the site without a table that readers sort. */
const OTHER_PATH = '/articles/how-a-broad-index-etf-works'

const TEXT = `Before.

: Five funds {#funds sort best="Fee a year: low"}

| Fund | Fee a year | Return |
|---|---:|---:|
| Middle of the road | $2,022.62 | 5% |
| Alpha | $900 | — |
| Zebra, which invests in everything that pays interest somewhere | $10,000 | 12.5% |
| Owl | $900 | −3% |
| **Together** | $13,822.62 | |

: Three banks {#banks sort chart=bars}

| Bank | Rate a year |
|---|---:|
| North | 2% |
| South | 10% |
| East | 4% |
`
const model = buildArticle({
  slug: 'tables-that-compare',
  bodyHtml: renderMarkdown(TEXT, 'Tables', 'en_US').html,
})

async function openTables(options: Parameters<typeof openPage>[1]) {
  const watched = await openPage(browser, { serviceWorkers: 'block', ...options })
  await serveMadePage(watched.page, url, model)
  await watched.page.goto(url + model.path)
  return watched
}

const names = (page: Page, id = 'funds') =>
  page.locator(`#${id} tbody tr > :first-child`).allTextContents()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const OF_THE_EDITOR = [
  'Middle of the road',
  'Alpha',
  'Zebra, which invests in everything that pays interest somewhere',
  'Owl',
  'Together',
]
const [MIDDLE, ALPHA, ZEBRA, OWL, TOGETHER] = OF_THE_EDITOR

test('without scripts a table has the order of the editor, no buttons, and the word beside the best', async () => {
  const { page, close } = await openTables({ viewport: PHONE, javaScriptEnabled: false })
  expect(await names(page)).toEqual(OF_THE_EDITOR)
  expect(await page.locator('#funds button').count()).toBe(0)
  expect(await page.locator('#funds .best').allTextContents()).toEqual([
    '$900 lowest',
    '$900 lowest',
  ])
  expect(await page.locator('#funds thead').boundingBox()).toMatchObject({ width: 1 })
  await close()
})

describe('a reader sorts a table', () => {
  test('by value, up, down and back, with the empty cells and the sum at the end', async () => {
    const { page, complaints, close } = await openTables({ viewport: DESK })
    const head = page.getByRole('columnheader', { name: 'Return' })
    await button(page, 'Return').click()
    expect(await names(page)).toEqual([OWL, MIDDLE, ZEBRA, ALPHA, TOGETHER])
    expect(await head.getAttribute('aria-sort')).toBe('ascending')
    await expect.poll(() => announced(page)).toBe('Sorted by Return, ascending.')
    await button(page, 'Return').click()
    expect(await names(page)).toEqual([ZEBRA, MIDDLE, OWL, ALPHA, TOGETHER])
    expect(await head.getAttribute('aria-sort')).toBe('descending')
    await button(page, 'Return').click()
    expect(await names(page)).toEqual(OF_THE_EDITOR)
    expect(await head.getAttribute('aria-sort')).toBeNull()
    await expect.poll(() => announced(page)).toBe('In the order of the article.')
    await button(page, 'Fee a year').click()
    expect(await names(page)).toEqual([ALPHA, OWL, MIDDLE, ZEBRA, TOGETHER])
    await button(page, 'Fund').click()
    expect(await names(page)).toEqual([ALPHA, MIDDLE, OWL, ZEBRA, TOGETHER])
    expect(await page.locator('#funds [aria-sort]').count()).toBe(1)
    expect(complaints).toEqual([])
    await close()
  })

  test('by the keyboard, which stays on the button', async () => {
    const { page, close } = await openTables({ viewport: DESK })
    await button(page, 'Fund').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await names(page)).toEqual([ALPHA, OWL, MIDDLE, ZEBRA, TOGETHER])
    await page.keyboard.press('Space')
    expect((await names(page))[0]).toBe(ZEBRA)
    await close()
  })

  test('on a phone, where it is a list of rows', async () => {
    const { page, close } = await openTables({ viewport: PHONE, hasTouch: true, isMobile: true })
    await button(page, 'Fee a year').tap()
    expect(await names(page)).toEqual([ALPHA, OWL, MIDDLE, ZEBRA, TOGETHER])
    const box = await page.getByRole('columnheader', { name: 'Fee a year' }).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(
      await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
    ).toBeLessThanOrEqual(0)
    await close()
  })

  test('that is folded under its chart', async () => {
    const { page, close } = await openTables({ viewport: PHONE })
    await page.locator('#banks').getByText('The figures as a table').click()
    await button(page, 'Rate a year').click()
    expect(await names(page, 'banks')).toEqual(['North', 'East', 'South'])
    await close()
  })

  test('of a page that was translated', async () => {
    const { page, close } = await openPage(browser, { viewport: DESK, serviceWorkers: 'block' })
    await serveMadePage(page, url, model)
    await page.route(/sort-tables/, async (route) => {
      await page.evaluate(`{
        document.documentElement.lang = 'de'
        for (const cell of document.querySelectorAll('#funds :is(td, th)')) {
          const [outer, inner] = [document.createElement('font'), document.createElement('font')]
          inner.append(cell.textContent.replace('$2,022.62', '2.022,62 $').replace('Fee', 'Kosten'))
          outer.append(inner)
          cell.replaceChildren(outer)
        }
      }`)
      await route.continue()
    })
    await page.goto(url + model.path)
    await button(page, 'Kosten a year').click()
    expect(await names(page)).toEqual([ALPHA, OWL, MIDDLE, ZEBRA, TOGETHER])
    await close()
  })
})

describe('the code that sorts', () => {
  test('is in no page without such a table', async () => {
    const { page, close } = await openPage(browser, { viewport: DESK, serviceWorkers: 'block' })
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(url + OTHER_PATH, { waitUntil: 'networkidle' })
    expect(requested.filter((address) => address.includes('sort-tables'))).toEqual([])
    await close()
  })

  test('has at most half a kilobyte', async () => {
    const { page, close } = await openPage(browser, { viewport: DESK, serviceWorkers: 'block' })
    await serveMadePage(page, url, model)
    const [answer] = await Promise.all([
      page.waitForResponse(/sort-tables/),
      page.goto(url + model.path),
    ])
    expect(gzipSync(await answer.body(), { level: 9 }).length).toBeLessThanOrEqual(512)
    await close()
  })
})

test.each([PHONE, DESK])(
  'nothing moves, and axe finds no fault, $width px wide',
  async (viewport) => {
    const { page, close } = await openPage(browser, {
      viewport,
      serviceWorkers: 'block',
      bypassCSP: true,
      reducedMotion: 'reduce',
    })
    await page.addInitScript(
      'window.shifts = []; new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: "layout-shift", buffered: true })',
    )
    await serveMadePage(page, url, model)
    await page.goto(url + model.path, { waitUntil: 'networkidle' })
    await button(page, 'Fund').waitFor()
    const before = await page.locator('#funds').boundingBox()
    await page.evaluate(
      `for (const button of document.querySelectorAll('#funds thead button')) button.replaceWith(...button.childNodes)`,
    )
    expect(await page.locator('#funds').boundingBox()).toEqual(before)
    await page.reload({ waitUntil: 'networkidle' })
    expect(await page.evaluate('shifts.reduce((sum, { value }) => sum + value, 0)')).toBe(0)
    await page.evaluate(axe)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const faults = await page.evaluate(
        `axe.run('#article-body').then(({ violations }) => violations.map(({ id, nodes }) => id + nodes[0].html))`,
      )
      expect(faults, colorScheme).toEqual([])
    }
    await close()
  },
)
