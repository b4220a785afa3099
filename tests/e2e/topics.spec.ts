import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'

const { url } = inject('site')
const SECTION = '/investment-dictionaries/terms-and-definitions'
const CARDS = 'main .cards-grid h3'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

describe('the topics of a subcategory', () => {
  test.each([true, false])(
    'are chips that link to pages, scripts: %s [M-112]',
    async (javaScriptEnabled) => {
      const { page, complaints, close } = await openPage(browser, {
        javaScriptEnabled,
        serviceWorkers: 'block',
      })
      let documents = 0
      page.on('request', (request) => {
        if (request.isNavigationRequest()) documents += 1
      })
      await page.goto(url + SECTION)
      if (javaScriptEnabled) await untilHydrated(page)
      const all = await page.locator(CARDS).allInnerTexts()
      const topics = page.getByRole('navigation', { name: 'Topics' })
      expect(await topics.getByRole('link').allInnerTexts()).toEqual([
        'Bonds',
        'DeFi',
        'NFT',
        'Stocks',
      ])

      await topics.getByRole('link', { name: 'Stocks' }).click()
      await page.waitForURL(`${url}${SECTION}?topic=stocks`)
      await page.getByRole('heading', { level: 1, name: 'Stocks' }).waitFor()
      expect(await page.title()).toBe('Stocks – Terms and definitions – Finlore')
      const canonical = page.locator('link[rel=canonical]')
      expect(new URL((await canonical.getAttribute('href')) ?? '').pathname).toBe(SECTION)
      expect(await canonical.getAttribute('href')).not.toContain('?')
      const some = await page.locator(CARDS).allInnerTexts()
      expect(some.length).toBeGreaterThan(0)
      expect(some.length).toBeLessThan(all.length)
      expect(all).toEqual(expect.arrayContaining(some))
      const current = topics.locator('[aria-current=page]')
      expect(await current.allInnerTexts()).toEqual(['Stocks'])

      await topics.getByRole('link', { name: 'DeFi' }).click()
      await page.getByRole('heading', { level: 1, name: 'DeFi' }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Stocks' }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Terms and definitions' }).waitFor()
      expect(await page.locator(CARDS).allInnerTexts()).toEqual(all)

      if (javaScriptEnabled) expect(documents).toBe(1)
      expect(complaints).toEqual([])
      await close()
    },
  )

  test('that do not exist answer 404', async () => {
    const { page, close } = await openPage(browser, { serviceWorkers: 'block' })
    const answer = await page.goto(`${url}${SECTION}?topic=no-such-topic`)
    expect(answer?.status()).toBe(404)
    await page.goto(url + SECTION)
    await untilHydrated(page)
    await page.evaluate(`document.querySelector('.topics a').href = '?topic=no-such-topic'`)
    await page.locator('.topics a').first().click()
    await page.getByRole('heading', { level: 1, name: 'This page does not exist' }).waitFor()
    await close()
  })
})
