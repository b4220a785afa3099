import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'

let browser: Browser
const { url } = inject('site')

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

describe('a reader', () => {
  test('gets from the home page to an article by links only, without JavaScript [M-006, P6]', async () => {
    const { page, close } = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(url)
    await page.locator('main a[href="/expert-advice"]').first().click()
    await page.locator('main a[href="/expert-advice/risk-management"]').first().click()
    await page.locator('main a[href^="/articles/"]').first().click()
    await page.waitForURL(`${url}/articles/*`)

    expect(await page.locator('#article-body p').count()).toBeGreaterThan(3)
    expect(await page.locator('main a[href^="/authors/"]').count()).toBeGreaterThan(0)
    await close()
  })

  test('searches titles with the form, without JavaScript [M-008, M-203, P6]', async () => {
    const { page, close } = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(url)
    await page.locator('header input[name="q"]').fill('BOND price')
    await page.locator('header input[name="q"]').press('Enter')

    await page.waitForURL(`${url}/search?q=BOND+price`)
    const path = '/articles/what-a-bond-is-and-why-its-price-moves'
    const hit = page.locator('.hit').filter({ has: page.locator(`a[href="${path}"]`) })
    const result = hit.locator('a')
    expect(await result.locator('mark').allTextContents()).toEqual(['bond', 'price'])
    expect(await result.getAttribute('target')).toBe('_blank')
    expect(await page.getByText('Opens in a new tab', { exact: true }).isVisible()).toBe(true)

    // The result shows the same facts as the page of the article.
    const [summary, meta] = await hit.locator('p').allInnerTexts()
    await page.goto(url + path)
    const article = await page.locator('main').innerText()
    const [section = '', day = ''] = meta?.split('\n') ?? []
    for (const text of [summary, section, day]) expect(article).toContain(text)
    await close()
  })

  test('finds an article by its title with typographic and with plain quotes', async () => {
    const { page, close } = await openPage(browser, { javaScriptEnabled: false })
    const path = '/articles/scoring-investing-app-security-and-privacy'
    await page.goto(url + path)
    const shown = await page.locator('h1').innerText()
    expect(shown).toContain('app’s')
    expect(await page.title()).toContain('app’s')
    for (const typed of [shown, shown.replace('’', "'")]) {
      await page.goto(`${url}/search?${new URLSearchParams({ q: typed })}`)
      const hit = page.locator(`.hit a[href="${path}"]`)
      expect(await hit.locator('mark').allTextContents()).toEqual(shown.split(' '))
      expect(await hit.innerText()).toContain(shown)
    }
    await close()
  })

  test('gets a message when nothing matches, and when two characters are too few', async () => {
    const { page, close } = await openPage(browser)
    await page.goto(`${url}/search?q=zzzz`)
    expect(await page.locator('main').textContent()).toMatch(/zzzz/)
    expect(await page.locator('main .hit').count()).toBe(0)
    await page.goto(`${url}/search?q=zz`)
    expect(await page.locator('main').textContent()).toMatch(/3 characters/)
    await close()
  })
})
