import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { PAGE_KINDS } from '../support/site/page-paths.ts'

const { url } = inject('site')
const REPORTS = '/api/client-errors/'
const TARGET = PAGE_KINDS.authors

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Opens the home page, and records the errors that its browser reports. */
async function openTab() {
  const opened = await openPage(browser, {
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  })
  const { page } = opened
  const reported: string[] = []
  const answers: number[] = []
  page.on('request', async (request) => {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith(REPORTS)) return
    const { referer = '', cookie = '' } = await request.allHeaders()
    reported.push(
      `${request.method()} ${pathname.slice(REPORTS.length)}${search}${referer}${cookie}`,
    )
  })
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith(REPORTS)) answers.push(response.status())
  })
  return { ...opened, reported, answers }
}

test('a page whose data fails is logged on the console, reported, and still reached [M-808]', async () => {
  const { page, reported, complaints, close } = await openTab()
  await page.goto(url)
  await untilHydrated(page)
  const address = `/page-data${TARGET}/page-data.json`
  // The data of the page, and of the not-found and error pages: no request is repeated.
  await page.route(/page-data\.json/, (route) => route.fulfill({ status: 500, body: '' }))
  await page.locator(`footer a[href="${TARGET}"]`).click()
  await page.waitForURL(url + TARGET)
  await expect.poll(() => reported).toEqual(['GET data'])
  expect(complaints.join('\n')).toContain(`We couldn't load "${address}"`)
  await close()
})

test('each kind of error is reported once, without any data of the reader', async () => {
  const { page, reported, answers, close } = await openTab()
  await page.route(/\/search-box-/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export const openSearchBox = ({ input }) => input.addEventListener('input', () => {
      if (input.value.length % 2 === 1) throw new Error(input.value)
      Promise.reject(new TypeError('Failed to fetch dynamically imported module: x'))
    })`,
    }),
  )
  await page.goto(url)
  await untilHydrated(page)
  await page.locator('header input[name=q]').click()
  await expect
    .poll(async () => {
      await page.keyboard.type('secret')
      // The first letter that the part sees may be any of them, so either kind may be first.
      return reported.toSorted()
    })
    .toEqual(['GET chunk', 'GET script'])
  await page.keyboard.type('secret')
  await expect.poll(() => answers).toEqual([204, 204])
  expect(reported.toSorted()).toEqual(['GET chunk', 'GET script'])
  await close()
})

test('a page without errors reports none', async () => {
  const { page, reported, complaints, close } = await openTab()
  await page.goto(url + PAGE_KINDS.article)
  await untilHydrated(page)
  await page.locator(`footer a[href="${TARGET}"]`).click()
  await page.waitForURL(url + TARGET)
  expect(reported).toEqual([])
  expect(complaints).toEqual([])
  await close()
})
