import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { renderMarkdown } from '../../services/content/markdown/render-markdown.ts'
import { LOCALES } from '../../services/shared/contracts/primitives.ts'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { readArticlePages } from '../support/content/article-pages.ts'
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
/** The narrow drawing is shown up to 576 pixels. */
const WIDTHS = [320, 360, 576, 577, 768, 1280]
const LEAST_TEXT_PX = 12
const ALL_ARTICLES_MS = 240_000

const ROWS =
  '| 1 year | $70,857 | $103,271 |\n| 7 years | $173,101 | $171,112 |\n| 15 years | $353,606 | $256,558 |'
const KINDS = ['lines', 'steps', 'bars', 'stack', 'range'] as const
const EVERY_CHART = KINDS.map((kind) => {
  const low = kind === 'range' ? ROWS.replaceAll(/\| \$\d+,\d+ \|(?= \$)/g, '| $1,000 |') : ROWS
  const mark = kind === 'lines' ? ' mark=cross' : ''
  return `: What each has, as ${kind} {#as-${kind} chart=${kind}${mark}}\n\n| Sold after | Owner | Renter |\n|---|---:|---:|\n${low}`
}).join('\n\nSome words.\n\n')

const model = buildArticle({
  slug: 'charts-of-every-kind',
  bodyHtml: renderMarkdown(`Before.\n\n${EVERY_CHART}`, 'Charts', 'en_US').html,
})

async function openCharts(options: Parameters<typeof openPage>[1]) {
  const watched = await openPage(browser, options)
  await serveMadePage(watched.page, url, model)
  await watched.page.goto(url + model.path)
  return watched
}

/** What is too small, outside of its picture, or wider than the window. */
const FAULTS = `[...document.querySelectorAll('.chart svg')].flatMap((svg) => {
  const picture = svg.getBoundingClientRect()
  if (picture.width === 0) return []
  const scale = picture.width / svg.viewBox.baseVal.width
  return [...svg.querySelectorAll('text')].flatMap((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect()
    const size = Number.parseFloat(getComputedStyle(text).fontSize) * scale
    return [
      ...(size < ${LEAST_TEXT_PX} ? ['is ' + size + ' px high'] : []),
      ...(left < picture.left - 1 || right > picture.right + 1 ? ['is outside'] : []),
      ...(top < picture.top - 2 || bottom > picture.bottom + 2 ? ['is above or below'] : []),
    ].map((fault) => svg.closest('figure').id + ': ' + text.textContent + ' ' + fault)
  })
}).concat(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['too wide'] : [])`

const shown = (page: Page) =>
  page.evaluate<string[]>(`[...new Set([...document.querySelectorAll('.chart svg')]
    .filter((svg) => svg.getBoundingClientRect().width > 0).map((svg) => svg.classList.value))]`)

describe.each(LOCALES)('every chart of every article in %s', (locale) => {
  test('has readable text inside of its picture, at every width', {
    timeout: ALL_ARTICLES_MS,
  }, async () => {
    const { shell, pages } = await readArticlePages(locale)
    const withCharts = pages.filter(({ article }) => article.bodyHtml.includes('class="chart"'))
    expect(withCharts.length).toBeGreaterThan(8)
    const { page, close } = await openPage(browser, { javaScriptEnabled: false })
    const faults: string[] = []
    for (const one of withCharts) {
      await serveMadePage(page, url, one, shell)
      await page.goto(url + one.path)
      for (const width of WIDTHS) {
        await page.setViewportSize({ ...DESK, width })
        const found = await page.evaluate<string[]>(FAULTS)
        faults.push(...found.map((fault) => `${one.path} at ${width} px: ${fault}`))
      }
    }
    expect(faults).toEqual([])
    await close()
  })
})

describe('a chart', () => {
  test('is one picture for phones, with its table folded, and another in wide windows, above it', async () => {
    const { page, close } = await openCharts({ viewport: PHONE, javaScriptEnabled: false })
    expect(await shown(page)).toEqual(['chart-narrow'])
    const figure = page.locator('#as-lines')
    const table = figure.getByRole('table')
    expect(await table.isVisible()).toBe(false)
    await figure.getByText('The figures as a table').click()
    expect(await table.isVisible()).toBe(true)
    await page.reload()
    await page.setViewportSize(DESK)
    expect(await shown(page)).toEqual(['chart-wide'])
    expect(await table.isVisible()).toBe(true)
    expect(await figure.locator('summary').isVisible()).toBe(false)
    await close()
  })

  test('is printed with its table, from a phone too', async () => {
    const { page, close } = await openCharts({ viewport: PHONE, javaScriptEnabled: false })
    await page.emulateMedia({ media: 'print' })
    expect(await shown(page)).toEqual(['chart-wide'])
    expect(await page.locator('#as-bars').getByRole('table').isVisible()).toBe(true)
    await close()
  })

  test('is a picture with a description', async () => {
    const { page, close } = await openCharts({ viewport: DESK })
    const picture = page.locator('#as-lines').getByRole('img')
    expect(await picture.getAttribute('aria-label')).toBe(
      'What each has, as lines. Owner: first $70,857 (1 year), last $353,606 (15 years). Renter: first $103,271 (1 year), last $256,558 (15 years). Owner and Renter cross between 1 year and 7 years.',
    )
    await close()
  })

  test.each([PHONE, DESK])(
    'breaks no rule of the page and moves nothing, $width px wide',
    async (viewport) => {
      const watched = await openPage(browser, { viewport })
      const { page, complaints, close } = watched
      await page.addInitScript(
        'window.shifts = []; new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: "layout-shift", buffered: true })',
      )
      await serveMadePage(page, url, model)
      await page.goto(url + model.path, { waitUntil: 'networkidle' })
      await page.locator('#as-range').scrollIntoViewIfNeeded()
      expect(await page.evaluate('shifts.reduce((sum, { value }) => sum + value, 0)')).toBe(0)
      expect(complaints).toEqual([])
      expect(await page.evaluate(FAULTS)).toEqual([])
      await close()
    },
  )

  test.each([PHONE, DESK])(
    'has no fault that axe finds, in light and dark, $width px wide',
    async (viewport) => {
      const { page, close } = await openCharts({
        viewport,
        bypassCSP: true,
        reducedMotion: 'reduce',
      })
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

  test('has the colours of the page in the dark, and of the system where that chooses', async () => {
    const { page, close } = await openCharts({ viewport: DESK })
    const colorOf = (selector: string, property: 'fill' | 'stroke') =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('#as-lines .chart-wide ${selector}')).${property}`,
      )
    const light = await colorOf('.line', 'stroke')
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await colorOf('.line', 'stroke')).not.toBe(light)
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
    const system = await page.evaluate<string>('getComputedStyle(document.body).color')
    expect(await colorOf('.line.s1', 'stroke')).toBe(system)
    expect(await colorOf('.name', 'fill')).toBe(system)
    expect(await colorOf('text', 'fill')).toBe(system)
    await close()
  })
})
