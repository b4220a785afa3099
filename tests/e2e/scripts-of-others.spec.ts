import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { PAGE_KINDS } from '../support/site/page-paths.ts'

const { url } = inject('site')
const SCRIPTS = ['https://a.example/one.js?x=1&y=2', 'https://b.example/two.js']
const TARGET = PAGE_KINDS.authors

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Opens a tab on a site whose content lists these scripts; each of them records that it ran. */
async function openTab(before = '') {
  const opened = await openPage(browser, {
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  })
  const { page } = opened
  const asked: (string | null)[] = []
  await page.addInitScript(before)
  await page.route(`${url}/`, async (route) => {
    const response = await route.fetch()
    const list = SCRIPTS.join(' ').replace('&', '&amp;')
    const body = (await response.text()).replace(
      /(data-frame="[^"]*")/,
      `$1 data-scripts="${list}"`,
    )
    await route.fulfill({ response, body })
  })
  await page.route(`${url}/__third-party-proxy?*`, (route) => {
    const address = new URL(route.request().url()).searchParams.get('url')
    asked.push(address)
    return route.fulfill({
      contentType: 'text/javascript',
      body: `globalThis.ran = [...(globalThis.ran ?? []), ${JSON.stringify(address)}]`,
    })
  })
  await page.goto(url)
  return { ...opened, asked, ran: () => page.evaluate<string[] | undefined>('globalThis.ran') }
}

describe('scripts of other sites that the content lists', () => {
  test('are loaded through this site, in order and once, with the policy of every page [M-708]', async () => {
    const { page, asked, ran, complaints, close } = await openTab()
    await untilHydrated(page)
    await expect.poll(ran).toEqual(SCRIPTS)
    await page.locator(`footer a[href="${TARGET}"]`).click()
    await page.waitForURL(url + TARGET)
    expect(asked.toSorted()).toEqual(SCRIPTS)
    expect(complaints).toEqual([])
    await close()
  })

  test('are not loaded where a browser saves data', async () => {
    const { page, asked, close } = await openTab(
      `Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true } })`,
    )
    // This waits for the browser to be idle too, and comes later.
    await page.evaluate(
      'new Promise((resolve) => requestIdleCallback(resolve, { timeout: 10_000 }))',
    )
    await page.locator(`footer a[href="${TARGET}"]`).click()
    await page.waitForURL(url + TARGET)
    expect(asked).toEqual([])
    await close()
  })

  test('are not loaded where none is listed', async () => {
    const { page, close } = await openPage(browser, { serviceWorkers: 'block' })
    await page.goto(url + PAGE_KINDS.article)
    expect(await page.content()).not.toContain('data-scripts')
    await close()
  })
})
