import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser.ts'
import { PAGE_KINDS } from '../support/page-paths.ts'

let browser: Browser
const { url } = inject('site')

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

describe('every page kind', () => {
  test.each(Object.entries(PAGE_KINDS))(
    '%s is taken over by React without a word',
    async (_kind, path) => {
      const { page, complaints, close } = await openPage(browser)
      const before = await (await fetch(url + path)).text()
      await page.goto(url + path)
      await page.waitForSelector('html[data-hydrated="true"]', { state: 'attached' })

      // The browser itself notes the status of an unknown page; everything else is a fault.
      expect(complaints.filter((text) => !text.includes('404 (Not Found)'))).toEqual([])
      const title = await page.title()
      expect(before).toContain('<title')
      expect(title).not.toBe('')
      expect(await page.locator('h1').count()).toBe(1)
      await close()
    },
  )

  test.each(Object.entries(PAGE_KINDS))(
    '%s says the same without JavaScript',
    async (_kind, path) => {
      const plain = await openPage(browser, { javaScriptEnabled: false })
      const scripted = await openPage(browser)
      await plain.page.goto(url + path)
      await scripted.page.goto(url + path)
      await scripted.page.waitForSelector('html[data-hydrated="true"]', { state: 'attached' })

      expect(await wordsAndLinks(plain.page)).toEqual(await wordsAndLinks(scripted.page))
      await plain.close()
      await scripted.close()
    },
  )

  test.each(Object.entries(PAGE_KINDS))(
    '%s never scrolls sideways, down to 320 pixels',
    async (_kind, path) => {
      const { page, close } = await openPage(browser)
      await page.goto(url + path)
      for (const width of [320, 360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        expect(overflow, `at ${width} px`).toBe(0)
      }
      await close()
    },
  )
})

async function wordsAndLinks(page: Page) {
  return page.evaluate(`({
    headings: [...document.querySelectorAll('h1, h2, h3')].map((node) => node.textContent),
    links: [...document.querySelectorAll('a[href]')].map((node) => node.getAttribute('href')),
    text: document.querySelector('main').textContent,
  })`)
}

describe('a reader', () => {
  test('gets from the home page to an article by links alone, without JavaScript', async () => {
    const { page, close } = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(url)
    await page.locator('main a[href="/expert-advice"]').first().click()
    await page.locator('main a[href="/expert-advice/risk-management"]').first().click()
    await page.locator('main a[href^="/articles/"]').first().click()

    expect(await page.locator('#article-body p').count()).toBeGreaterThan(3)
    expect(await page.locator('main a[href^="/authors/"]').count()).toBeGreaterThan(0)
    await close()
  })

  test('opens the menu and reaches a subcategory, without JavaScript', async () => {
    for (const width of [360, 1280]) {
      const { page, close } = await openPage(browser, {
        javaScriptEnabled: false,
        viewport: { width, height: 800 },
      })
      await page.goto(url)
      await page.locator('header button[popovertarget]').first().click()
      const category = page.locator('header details').first()
      await category.locator('summary').click()
      const link = category.locator('a').first()
      const href = await link.getAttribute('href')
      await link.click()

      expect(new URL(page.url()).pathname).toBe(href)
      await close()
    }
  })

  test('searches titles by the form, without JavaScript', async () => {
    const { page, close } = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(url)
    await page.locator('header input[name="q"]').fill('BOND price')
    await page.locator('header input[name="q"]').press('Enter')

    expect(new URL(page.url()).pathname).toBe('/search')
    const result = page.locator('main a[href="/articles/what-a-bond-is-and-why-its-price-moves"]')
    expect(await result.locator('mark').allTextContents()).toEqual(['bond', 'price'])
    expect(await result.getAttribute('target')).toBe('_blank')
    await close()
  })

  test('is told so when nothing matches, and when two characters are too few', async () => {
    const { page, close } = await openPage(browser)
    await page.goto(`${url}/search?q=zzzz`)
    expect(await page.locator('main').textContent()).toMatch(/zzzz/)
    expect(await page.locator('main a[href^="/articles/"]').count()).toBe(0)
    await page.goto(`${url}/search?q=zz`)
    expect(await page.locator('main').textContent()).toMatch(/3 characters/)
    await close()
  })
})
