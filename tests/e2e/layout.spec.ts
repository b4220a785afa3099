import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { serveMadePage } from '../support/pages/made-pages.ts'
import { buildArticle, buildShell } from '../support/pages/page-builders.ts'
import { EVERY_KIND, openHydrated } from '../support/site/every-page-kind.ts'

let browser: Browser
const { url } = inject('site')

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** The narrow layout ends at 576 px. A window of 1280 px at twice the zoom is one of 640. */
const WIDTHS = [320, 360, 576, 577, 640, 768, 1023, 1024, 1280]
const HEIGHT_PX = 800

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT_PX })
    const excess = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(excess, `at ${width} px`).toBe(0)
  }
}

describe('no page scrolls sideways, at 320 pixels and more', () => {
  test.each(EVERY_KIND)('%s', async (kind) => {
    const { page, close } = await openPage(browser)
    await openHydrated(page, kind)

    await expectNoSidewaysScroll(page)
    await close()
  })

  test('not even with very long words and text of twice the size', async () => {
    const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'
    const cells = Array.from({ length: 12 }, () => `<td>${word}</td>`).join('')
    const model = buildArticle({
      title: `${word} ${word}`,
      description: word,
      takeaways: [word],
      sources: [{ title: word, url: `https://example.org/${word}` }],
      headings: ['a', 'b', 'c'].map((id) => ({ id, text: word, level: 2 })),
      bodyHtml:
        `<h2 id="a">${word}</h2><p>${word} <a href="/">${word}</a> <code>${word}</code></p>` +
        `<pre><code>${word} ${word}</code></pre>` +
        `<div class="table-scroll" role="region" aria-label="Table"><table><tr>${cells}</tr></table></div>`,
    })
    const { page, close } = await openPage(browser)
    await serveMadePage(page, url, model)
    await page.goto(url + model.path)
    await untilHydrated(page)

    await expectNoSidewaysScroll(page)
    // As in a browser with a large font size; zooming also makes the window narrow.
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
    await expectNoSidewaysScroll(page)
    await close()
  })
})

describe('the layout does not shift while the page loads and React hydrates', () => {
  const WATCH = `{
    globalThis.shifts = []
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        shifts.push(value + ' ' + sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join())
      }
    }).observe({ type: 'layout-shift', buffered: true })
  }`

  /** Loads lazy pictures, and waits for two frames so that every change is painted. */
  const COME_TO_REST = `(async () => {
    scrollTo(0, document.body.scrollHeight)
    await Promise.all([...document.images].map((image) =>
      image.complete || new Promise((done) => { image.onload = image.onerror = done })))
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  })()`

  test.each(EVERY_KIND)('on %s', async (kind) => {
    for (const width of [360, 1280]) {
      const { page, close } = await openPage(browser, { viewport: { width, height: HEIGHT_PX } })
      await page.addInitScript(WATCH)
      await openHydrated(page, kind)
      await page.evaluate(COME_TO_REST)

      expect(await page.evaluate('shifts'), `at ${width} px`).toEqual([])
      await close()
    }
  })
})

test('every control of the header is at least 44 pixels wide and high on a touch screen [M-202]', async () => {
  for (const width of [320, 1280]) {
    const { page, close } = await openPage(browser, { viewport: { width, height: HEIGHT_PX } })
    await openHydrated(page, 'home')
    const controls = await page.locator('.site-header :is(a, button):visible').all()
    expect(controls.length).toBe(width < 1024 ? 3 : 8)
    for (const control of controls) {
      const box = await control.boundingBox()
      const which = `${await control.getAttribute('class')} at ${width} px`
      // The search button is inside the field, whose border counts as part of the target.
      expect(box?.width, which).toBeGreaterThanOrEqual(42)
      expect(box?.height, which).toBeGreaterThanOrEqual(42)
    }
    await close()
  }
})

describe('the categories in the header', () => {
  const bar = '.category-bar a'

  async function shellIn(locale: 'en_US' | 'ru_RU' | 'tr_TR') {
    const file = new URL(`../../content/categories/${locale}.yaml`, import.meta.url)
    const categories: { slug: string; title: string }[] = parse(await readFile(file, 'utf8'))
    const { site, ...shell } = buildShell()
    const menu = categories.map(({ slug, title }) => ({
      label: title,
      key: `/${slug}`,
      children: [],
    }))
    return { ...shell, site: { ...site, locale }, menu }
  }

  test.each(['en_US', 'ru_RU', 'tr_TR'] as const)(
    'are beside its button from 1024 pixels on, all five in one row: %s',
    async (locale) => {
      const { page, close } = await openPage(browser)
      const model = buildArticle()
      await serveMadePage(page, url, model, await shellIn(locale))
      await page.goto(url + model.path)
      for (const width of [1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: HEIGHT_PX })
        const boxes = []
        for (const part of await page
          .locator(`.site-header :is(.logo, .menu-button, .search):visible, ${bar}`)
          .all()) {
          const box = await part.boundingBox()
          if (box) boxes.push(box)
        }
        expect(boxes, `at ${width} px`).toHaveLength(8)
        for (const [index, box] of boxes.entries()) {
          const before = boxes[index - 1]
          if (!before) continue
          // In a row, on the same line.
          expect(box.x, `at ${width} px`).toBeGreaterThanOrEqual(before.x + before.width)
          const middles = [box, before].map(({ y, height }) => y + height / 2)
          expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 0)), `at ${width} px`).toBeLessThan(2)
        }
        expect((await page.locator('.site-header').boundingBox())?.height).toBeLessThan(100)
      }
      await page.setViewportSize({ width: 1023, height: HEIGHT_PX })
      expect(await page.locator(bar).first().isVisible()).toBe(false)
      await close()
    },
  )

  test('link to their pages, and mark the current one', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, close } = await openPage(browser, {
        viewport: { width: 1024, height: HEIGHT_PX },
        javaScriptEnabled,
      })
      await page.goto(url)
      expect(await page.locator(`${bar}[aria-current]`).count()).toBe(0)
      await page.locator(bar, { hasText: 'advice' }).click()
      await page.waitForURL(`${url}/expert-advice`)
      await page.locator(`${bar}[aria-current=page]`).waitFor()
      expect(await page.locator(`${bar}[aria-current]`).getAttribute('href')).toBe('/expert-advice')
      await close()
    }
  })
})

describe('a wide table', () => {
  test('scrolls in a region of its own, with the keyboard too, and has an accessible name', async () => {
    const { page, close } = await openPage(browser, { viewport: { width: 320, height: HEIGHT_PX } })
    await page.goto(`${url}/articles/compound-growth-with-worked-numbers`)
    await untilHydrated(page)
    // The table below a picture is folded on phones.
    await page.evaluate(
      `for (const details of document.querySelectorAll('details')) details.open = true`,
    )
    const tables = page.locator('#article-body table')
    const regions = page.locator('#article-body').getByRole('region')
    expect(await tables.count()).toBeGreaterThan(0)
    expect(await regions.locator('table').count()).toBe(await tables.count())

    let wide = 0
    for (const region of await regions.all()) {
      expect(await region.getAttribute('aria-label')).toMatch(/\w{3}/)
      if (!(await region.evaluate((node) => node.scrollWidth > node.clientWidth))) continue
      wide += 1
      await region.focus()
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => page.evaluate('document.activeElement.scrollLeft')).toBeGreaterThan(0)
      expect(await page.evaluate('scrollX')).toBe(0)
    }
    expect(wide).toBeGreaterThan(0)
    await close()
  })
})
