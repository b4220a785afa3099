import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser.ts'
import { PAGE_KINDS } from '../support/page-paths.ts'
import { untilHydrated } from '../support/until-hydrated.ts'

const { url } = inject('site')
const TOLD = '/api/client-errors/'
const TARGET = PAGE_KINDS.authors

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** The home page, and what its browser has told of. */
async function openTab() {
  const opened = await openPage(browser, {
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  })
  const { page } = opened
  const told: string[] = []
  const answers: number[] = []
  page.on('request', async (request) => {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith(TOLD)) return
    const { referer = '', cookie = '' } = await request.allHeaders()
    told.push(`${request.method()} ${pathname.slice(TOLD.length)}${search}${referer}${cookie}`)
  })
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith(TOLD)) answers.push(response.status())
  })
  return { ...opened, told, answers }
}

test('a page whose data cannot be had is named on the console, told of, and still reached', async () => {
  const { page, told, complaints, close } = await openTab()
  await page.goto(url)
  await untilHydrated(page)
  const address = `/page-data${TARGET}/page-data.json`
  // The page and those that stand in for it: this is said at once.
  await page.route(/page-data\.json/, (route) => route.fulfill({ status: 500, body: '' }))
  await page.locator(`footer a[href="${TARGET}"]`).click()
  await page.waitForURL(url + TARGET)
  await expect.poll(() => told).toEqual(['GET data'])
  expect(complaints.join('\n')).toContain(`We couldn't load "${address}"`)
  await close()
})

test('each kind of error is told of once, without a word of the reader', async () => {
  const { page, told, answers, close } = await openTab()
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
      return told
    })
    .toEqual(['GET script', 'GET chunk'])
  await page.keyboard.type('secret')
  await expect.poll(() => answers).toEqual([204, 204])
  expect(told).toEqual(['GET script', 'GET chunk'])
  await close()
})

test('a page that is as it should be tells of nothing', async () => {
  const { page, told, complaints, close } = await openTab()
  await page.goto(url + PAGE_KINDS.article)
  await untilHydrated(page)
  await page.locator(`footer a[href="${TARGET}"]`).click()
  await page.waitForURL(url + TARGET)
  expect(told).toEqual([])
  expect(complaints).toEqual([])
  await close()
})
