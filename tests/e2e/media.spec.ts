import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { openHydrated } from '../support/site/every-page-kind.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** The computed value of a property of the first element that matches a selector. */
const styleOf = (page: Page, selector: string, property: string, part?: '::after') =>
  page.evaluate<string>(`getComputedStyle(
    document.querySelector(${JSON.stringify(selector)}), ${JSON.stringify(part ?? null)}
  )[${JSON.stringify(property)}]`)

describe('with forced colours', () => {
  test('every control has a border, and the focused one a ring', async () => {
    const { page, close } = await openPage(browser, { forcedColors: 'active' })
    await openHydrated(page, 'not found')
    await page.locator('.menu-button').click()
    for (const selector of ['.menu-button', '.menu-panel', '.search-compact', '.search-large']) {
      expect(await styleOf(page, selector, 'borderTopStyle'), selector).toBe('solid')
    }

    await page.keyboard.press('Escape')
    for (const selector of ['.brand', '.menu-button', 'main .chips a']) {
      await page.locator(selector).first().focus()
      // The focus ring is shown when the keyboard moves the focus.
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      expect(await styleOf(page, selector, 'outlineStyle'), selector).toBe('solid')
      const width = Number.parseFloat(await styleOf(page, selector, 'outlineWidth'))
      expect(width, selector).toBeGreaterThanOrEqual(2)
    }
    await close()
  })
})

describe('a reader who prefers reduced motion', () => {
  /** The longest animation or transition on the page and its open menu, in milliseconds. */
  const LONGEST = `Math.max(...[...document.querySelectorAll('*')].flatMap((node) =>
    [null, '::before', '::after'].flatMap((part) => {
      const { transitionDuration, animationDuration } = getComputedStyle(node, part)
      return [...transitionDuration.split(','), ...animationDuration.split(',')]
        .map((time) => parseFloat(time) * 1000 || 0)
    })))`

  test('sees no motion, and other readers do', async () => {
    const longest: Record<string, number> = {}
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      const { page, close } = await openPage(browser, { reducedMotion })
      await openHydrated(page, 'article')
      await page.locator('.menu-button').click()
      longest[reducedMotion] = await page.evaluate<number>(LONGEST)
      const scrolling = await styleOf(page, 'html', 'scrollBehavior')
      expect(scrolling).toBe(reducedMotion === 'reduce' ? 'auto' : 'smooth')
      await close()
    }

    expect(longest.reduce).toBeLessThan(1)
    expect(longest['no-preference']).toBeGreaterThan(50)
  })
})

describe('in print', () => {
  test('an article is its text, and its sources show their addresses', async () => {
    const { page, close } = await openPage(browser)
    await openHydrated(page, 'article')
    await page.emulateMedia({ media: 'print' })

    for (const selector of [
      'header.site-header',
      'main nav',
      '.site-footer nav',
      '.sponsored',
      '.cards-row',
      'button',
      'input',
    ]) {
      const found = page.locator(selector)
      expect(await found.count(), selector).toBeGreaterThan(0)
      expect(await found.locator('visible=true').count(), selector).toBe(0)
    }
    for (const selector of ['h1', '.byline-author', '#article-body', '.sources', '.author-box']) {
      expect(await page.locator(selector).first().isVisible(), selector).toBe(true)
    }
    const source = await page.locator('.sources a').first().getAttribute('href')
    expect(await styleOf(page, '.sources a', 'content', '::after')).toContain(source)
    expect(await styleOf(page, '#article-body a', 'content', '::after')).toBe('none')
    await close()
  })

  test('controls and links to other pages are left out', async () => {
    const { page, close } = await openPage(browser)
    await page.emulateMedia({ media: 'print' })
    for (const [kind, selector] of [
      ['topic', '.topics'],
      ['search results', '.new-tab'],
    ] as const) {
      await openHydrated(page, kind)
      expect(await page.locator(selector).count(), selector).toBeGreaterThan(0)
      expect(await page.locator(selector).first().isVisible(), selector).toBe(false)
    }
    expect(await styleOf(page, '.hit .card-title', 'display', '::after')).toBe('none')

    await openHydrated(page, 'article')
    expect(await styleOf(page, '.site-footer', 'margin-top')).not.toBe('0px')
    await close()
  })

  test('it is dark on white, whatever the screen is', async () => {
    const { page, close } = await openPage(browser, { colorScheme: 'dark' })
    await openHydrated(page, 'article')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })

    const colors = await page.evaluate<string[]>(
      `['html', 'h1', '.site-footer'].map((selector) => {
        const { color, backgroundColor } = getComputedStyle(document.querySelector(selector))
        return color + ' on ' + backgroundColor
      })`,
    )
    const lightness = (color: string) => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number)
      return (red + green + blue) / 3
    }
    for (const color of colors) expect(lightness(color), color).toBeLessThan(100)
    expect(colors[0]).toMatch(/on rgb\(255, 255, 255\)$/)
    await close()
  })
})
