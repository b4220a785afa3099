import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import {
  approach,
  EXAMPLE_PATH,
  example,
  field,
  openExample,
  payment,
} from '../support/browser/open-example.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'

let browser: Browser
const { url } = inject('site')

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const PHONE = { width: 360, height: 740 }

describe('a reader', () => {
  test('copies an address that has these numbers, in which others see them', async () => {
    const { page, close } = await openExample(browser, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await field(page, /^Amount/).fill('350,000')
    await field(page, /^Rate a year Longer/).fill('7.1')
    await example(page).getByRole('button', { name: 'Copy link' }).click()
    const address = `${url}${EXAMPLE_PATH}#two-loans?loan=350000&rate=0.071`
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(address)
    await close()

    const other = await openPage(browser, { viewport: PHONE })
    await other.page.goto(address)
    await field(other.page, /^Years Longer/).waitFor()
    expect(await payment(other.page).textContent()).toBe('$2,352.11')
    await expect
      .poll(async () => (await example(other.page).boundingBox())?.y ?? 1_000)
      .toBeLessThan(PHONE.height / 2)
    expect(other.complaints).toEqual([])
    await other.close()
  })

  test.each([
    ['years that nobody lives', 'long=4000', '40', '$320,000'],
    ['a loan below the least', 'loan=-5', '30', '$10,000'],
    ['what is no number', 'long=x&loan=Infinity', '30', '$320,000'],
    ['names that the example does not have', 'constructor=1&__proto__=2', '30', '$320,000'],
    ['a broken escape', 'long=%zz&%', '30', '$320,000'],
    ['markup', 'long=<img src=x onerror=alert(1)>', '30', '$320,000'],
  ])('opens an address with %s, and the limits are kept', async (_what, query, years, loan) => {
    const { page, complaints, close } = await openExample(browser, { hash: `#two-loans?${query}` })
    expect(await field(page, /^Years Longer/).inputValue()).toBe(years)
    expect(await field(page, /^Amount/).inputValue()).toBe(loan)
    expect(complaints).toEqual([])
    await close()
  })

  test('follows a link with numbers on the same page, goes back, and finds their own', async () => {
    const { page, close } = await openExample(browser)
    await untilHydrated(page)
    await field(page, /^Years Longer/).fill('20')
    await page.keyboard.press('Tab')
    await page.evaluate(`location.hash = '#two-loans?long=10'`)
    await expect.poll(() => field(page, /^Years Longer/).inputValue()).toBe('10')
    await page.evaluate(`location.hash = '#fixed-or-adjustable'`)
    expect(await field(page, /^Years Longer/).inputValue()).toBe('10')
    await page.goBack()
    await page.goBack()
    await expect.poll(() => field(page, /^Years Longer/).inputValue()).toBe('20')
    await close()
  })

  test('goes to another page and back without a document, and finds their numbers', async () => {
    const { page, complaints, close } = await openExample(browser)
    await untilHydrated(page)
    await page.evaluate('window.isSameDocument = true')
    await field(page, /^Years Longer/).fill('20')
    const heading = page.locator('h1')
    const title = await heading.textContent()
    await page.locator('.card a, .author-box a').first().click()
    await expect.poll(() => heading.textContent()).not.toBe(title)
    await page.goBack()
    await expect.poll(() => heading.textContent()).toBe(title)
    await approach(page)
    expect(await page.evaluate('window.isSameDocument')).toBe(true)
    expect(await field(page, /^Years Longer/).inputValue()).toBe('20')
    expect(await payment(page).textContent()).toBe('$2,385.83')
    expect(await example(page).getByRole('textbox').count()).toBe(5)
    await field(page, /^Years Longer/).fill('30')
    expect(await payment(page).textContent()).toBe('$2,022.62')
    expect(complaints).toEqual([])
    await close()
  })

  test('finds their numbers after loading the page again', async () => {
    const { page, close } = await openExample(browser)
    await field(page, /^Years Longer/).fill('20')
    await page.keyboard.press('Tab')
    await page.reload()
    await approach(page)
    expect(await field(page, /^Years Longer/).inputValue()).toBe('20')
    await close()
  })
})
