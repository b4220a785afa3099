import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'

let browser: Browser
const { url } = inject('site')

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** An article with several tables, one of which is wider than the text. */
const ARTICLE = `${url}/articles/places-for-emergency-cash-rated`
const PHONE = { width: 320, height: 800 }
const DESK = { width: 1280, height: 800 }
/** In a wide window. */
const TEXT_PX = 648
const WIDE_PX = 840

const WIDTHS = `[...document.querySelectorAll('#article-body .table-scroll')]
  .map((region) => Math.round(region.getBoundingClientRect().width))`
const OVERFLOWING = `[...document.querySelectorAll('.table-scroll')]
  .filter((region) => region.scrollWidth > region.clientWidth)
  .map((region) => region.getAttribute('aria-label'))`

/** Goes through the page with the Tab key. */
async function namesReached(page: Page): Promise<(string | null)[]> {
  const reached: (string | null)[] = []
  await page.locator('h1').evaluate((heading) => {
    heading.tabIndex = -1
    heading.focus()
  })
  const MAX_TAB_STOPS = 200
  for (let stop = 0; stop < MAX_TAB_STOPS; stop++) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate<string | null | undefined>(`(() => {
      const { activeElement } = document
      if (activeElement.closest('footer')) return undefined
      return activeElement.matches('.table-scroll') ? activeElement.getAttribute('aria-label') : ''
    })()`)
    if (name === undefined) return reached
    if (name !== '') reached.push(name)
  }
  throw new Error('The footer is not reached')
}

describe('the tables of an article', () => {
  test('have row headers where the first cell of each row is a name', async () => {
    const { page, close } = await openPage(browser, { viewport: DESK, javaScriptEnabled: false })
    await page.goto(ARTICLE)
    const rows = page.locator('#article-body tbody tr')
    expect(await rows.count()).toBeGreaterThan(5)
    expect(await rows.getByRole('rowheader').count()).toBe(await rows.count())
    expect(await page.locator('th:empty').count()).toBe(0)
    // On a phone too, where some of the tables are lists.
    await page.setViewportSize(PHONE)
    expect(await rows.getByRole('rowheader').count()).toBe(await rows.count())
    await close()
  })

  test('are as wide as the text or one step wider, and their rules as wide as they are', async () => {
    const { page, close } = await openPage(browser, { viewport: DESK, javaScriptEnabled: false })
    await page.goto(ARTICLE)
    expect([...new Set(await page.evaluate<number[]>(WIDTHS))].toSorted()).toEqual([
      TEXT_PX,
      WIDE_PX,
    ])
    for (const width of [768, 1280]) {
      await page.setViewportSize({ ...DESK, width })
      const gaps = await page.evaluate<number[]>(`
        [...document.querySelectorAll('#article-body .table-scroll:not(:has(.rows))')].flatMap((region) =>
          region.scrollWidth > region.clientWidth ? [] : [...region.querySelectorAll('td.align-right:last-child')].map((cell) => {
            const words = document.createRange()
            words.selectNodeContents(cell)
            return region.getBoundingClientRect().right - words.getBoundingClientRect().right
          }))`)
      expect(gaps.length).toBeGreaterThan(0)
      expect(Math.max(...gaps.map(Math.abs)), `at ${width} px`).toBeLessThan(2)
    }
    await close()
  })

  test('have distinct names, and are tab stops only while they can be scrolled', async () => {
    const { page, close } = await openPage(browser, { viewport: PHONE, javaScriptEnabled: false })
    await page.goto(ARTICLE)
    const names = await page
      .locator('.table-scroll')
      .evaluateAll((all) => all.map((region) => region.getAttribute('aria-label')))
    expect(new Set(names).size).toBe(names.length)
    const overflowing = await page.evaluate<string[]>(OVERFLOWING)
    expect(overflowing.length).toBeGreaterThan(0)
    // The keyboard reaches a table with links through these, and scrolls it with the arrow keys.
    const withoutLinks = page.locator('.table-scroll:not(:has(a))')
    const plain = await withoutLinks.evaluateAll((all) =>
      all.map((region) => region.getAttribute('aria-label')),
    )
    const expected = overflowing.filter((name) => plain.includes(name))
    expect(expected.length).toBeGreaterThan(0)
    expect(await namesReached(page)).toEqual(expected)

    await page.setViewportSize(DESK)
    expect(await page.evaluate(OVERFLOWING)).toEqual([])
    expect(await namesReached(page)).toEqual([])
    await close()
  })

  test('are tab stops only while they can be scrolled, in browsers that need a script for it too', async () => {
    const { page, complaints, close } = await openPage(browser, { viewport: PHONE })
    await page.addInitScript('CSS.supports = () => false')
    const loaded = page.waitForResponse(/older-browsers/)
    await page.goto(ARTICLE)
    await (await loaded).finished()
    const stops = page.locator('.table-scroll[tabindex="0"]')
    await expect
      .poll(async () => {
        await page.keyboard.press('Tab')
        return stops.evaluateAll((all) => all.map((region) => region.getAttribute('aria-label')))
      })
      .toEqual(await page.evaluate(OVERFLOWING))
    await page.setViewportSize(DESK)
    await page.keyboard.press('Tab')
    expect(await stops.count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })
})
