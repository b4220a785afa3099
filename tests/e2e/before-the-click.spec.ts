import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { createSiteFront, type SiteFront } from '../support/site/site-front.ts'

const ASSETS = path.resolve(import.meta.dirname, '../../web/dist/client/assets')
/** A module that never finishes loading. */
const NEVER = 'await new Promise(() => {})'
const RULES = /^\/assets\/links-.*\.speculationrules$/
const LINK = 'main a[href^="/articles/"]'

let browser: Browser
let front: SiteFront
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  front = await createSiteFront(inject('site').url)
})
afterEach(() => front.close())

const timesAsked = (address: string) => front.asked.filter((asked) => asked === address).length
const untilAsked = (address: string) => expect.poll(() => timesAsked(address)).toBe(1)

async function untilRulesAreThere(page: Page) {
  await expect.poll(() => front.asked.some((address) => RULES.test(address))).toBe(true)
  await page.waitForLoadState('networkidle')
}

/** Points at a link without a click. @returns the address of its page */
async function pointAt(page: Page, selector = LINK): Promise<string> {
  const link = page.locator(selector).first()
  await link.hover()
  return new URL((await link.getAttribute('href')) ?? '', front.url).pathname
}

test.each([
  ['without JavaScript', { javaScriptEnabled: false }],
  ['before React has hydrated', { isStill: true, serviceWorkers: 'block' }],
] as const)('%s, pointing at a link fetches its page before the click', async (_, reader) => {
  // As on a very slow connection.
  for (const chunk of await readdir(ASSETS)) {
    if (!/^(?:hydrate|later-parts)-.*\.js$/.test(chunk)) continue
    front.answers.set(`/assets/${chunk}`, { type: 'text/javascript', text: NEVER })
  }
  const { page, complaints, close } = await openPage(browser, reader)
  await page.goto(front.url)
  await untilRulesAreThere(page)

  const address = await pointAt(page)
  await untilAsked(address)
  expect(new URL(page.url()).pathname).toBe('/')

  await page.locator(LINK).first().click()
  await page.waitForURL(front.url + address)
  expect(await page.locator('h1').count()).toBe(1)
  expect(timesAsked(address), 'the page was fetched once').toBe(1)
  expect(complaints).toEqual([])
  await close()
})

test('once React has hydrated, a page is requested as data, and not as a document too', async () => {
  const { page, close } = await openPage(browser, { serviceWorkers: 'block' })
  await page.goto(front.url)
  await untilRulesAreThere(page)
  await untilHydrated(page)

  const address = await pointAt(page)
  await untilAsked(`/page-data${address}/page-data.json`)
  await page.locator(LINK).first().click()
  await page.waitForURL(front.url + address)
  await page.waitForLoadState('networkidle')
  expect(timesAsked(address)).toBe(0)
  await close()
})

test('with a service worker, the browser gets no speculation rules', async () => {
  const { page, complaints, close } = await openPage(browser)
  await page.goto(front.url)
  await untilHydrated(page)
  const isControlled = () => page.evaluate('navigator.serviceWorker.controller !== null')
  await expect.poll(isControlled).toBe(true)
  await page.waitForLoadState('networkidle')
  const before = front.asked.length
  const rules = page.waitForResponse((response) => RULES.test(new URL(response.url()).pathname))
  await page.goto(`${front.url}/authors`)
  expect(await (await rules).text()).toBe('{}')

  expect(front.asked.slice(before).filter((asked) => RULES.test(asked))).toEqual([])
  expect(complaints).toEqual([])
  await close()
})
