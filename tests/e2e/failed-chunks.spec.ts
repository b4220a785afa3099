import type { Browser, Page, Route } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { PAGE_KINDS } from '../support/site/page-paths.ts'

// Chunks that cannot be loaded: in a tunnel, behind a proxy, or because a deploy has removed them.

const { url } = inject('site')
const ADDRESS = `${url}${PAGE_KINDS.article}?from=mail#sources`
/** The name of the chunk in a request. */
const SENT = ADDRESS.replace(/#.*/, '')
/** A page whose template comes with React. */
const TEXT = '/terms'
const FOOTER_LINK = `footer a[href="${PAGE_KINDS.authors}"]`
const WAIT = { timeout: 10_000 }

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/**
 * Opens a tab in which the first requests for a chunk fail.
 *
 * @param times the number of requests that fail
 * @param isStill whether the reader causes no input, so that React is not loaded
 */
async function openTab(part: RegExp, times: number, isStill = false) {
  const opened = await openPage(browser, {
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
    isStill,
  })
  const { page } = opened
  const documents: string[] = []
  const refused: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  await page.route(part, (route: Route) => {
    if (refused.length >= times) return route.continue()
    refused.push(route.request().url())
    return route.abort()
  })
  return { ...opened, documents, refused }
}

const field = (page: Page) => page.locator('header input[name=q]')

describe('a chunk that an island loads', () => {
  test('is requested again at the next key, and the reader’s text stays', async () => {
    const { page, documents, refused, close } = await openTab(/\/search-box-/, 2)
    await page.goto(url)
    await untilHydrated(page)
    await field(page).click()
    await expect.poll(() => refused, WAIT).toHaveLength(2)
    await field(page).pressSequentially('bond')
    await page.locator('header [role=option]').first().waitFor(WAIT)
    expect(await field(page).inputValue()).toBe('bond')
    expect(await page.evaluate('document.activeElement.name')).toBe('q')
    expect(documents).toEqual([`${url}/`])
    await close()
  })
})

describe('a chunk that the page needs', () => {
  test.each(['hydrate', 'en-us'])(
    '%s: is loaded at the second attempt, without a reload',
    async (name) => {
      const { page, documents, refused, close } = await openTab(new RegExp(`/${name}-`), 1)
      await page.goto(ADDRESS)
      await untilHydrated(page)
      expect(refused).toHaveLength(1)
      expect(documents).toEqual([SENT])
      await close()
    },
  )

  test.each([
    ['hydrate', 2],
    ['en-us', 2],
    // The other chunks import React by the address that has failed, so a retry cannot succeed.
    ['react-root', 1],
  ])(
    '%s: when it no longer exists, the document is reloaded once, with query and hash [E34]',
    async (name, times) => {
      const { page, documents, close } = await openTab(new RegExp(`/${name}-`), times)
      await page.goto(ADDRESS)
      await expect.poll(() => documents, WAIT).toEqual([SENT, SENT])
      await untilHydrated(page)
      expect(documents).toEqual([SENT, SENT])
      expect(page.url()).toBe(ADDRESS)
      await close()
    },
  )

  test('that never arrives causes one reload, and no second one [M-806]', async () => {
    const { page, documents, complaints, close } = await openTab(/\/hydrate-/, 99)
    await page.goto(ADDRESS)
    const said = () => complaints.filter((text) => text.includes('dynamically imported')).length
    await expect.poll(said, WAIT).toBe(2)
    await page.locator(FOOTER_LINK).click()
    await page.waitForURL(url + PAGE_KINDS.authors)
    expect(documents.filter((address) => address === SENT)).toHaveLength(2)
    await close()
  })

  test('causes no reload while the server is unreachable', async () => {
    const { page, documents, close } = await openTab(/\/hydrate-/, 99)
    let asked = 0
    await page.route(SENT, (route) => {
      if (route.request().method() !== 'HEAD') return route.continue()
      asked += 1
      return route.abort()
    })
    await page.goto(ADDRESS)
    await expect.poll(() => asked, WAIT).toBe(1)
    expect(await page.locator('h1').isVisible()).toBe(true)
    await page.locator(FOOTER_LINK).click()
    await page.waitForURL(url + PAGE_KINDS.authors)
    expect(documents.filter((address) => address === SENT)).toHaveLength(1)
    await close()
  })

  test('causes no reload while the reader types', async () => {
    const { page, documents, complaints, close } = await openTab(/\/hydrate-/, 99, true)
    await page.goto(ADDRESS)
    await field(page).pressSequentially('bond')
    const said = () => complaints.filter((text) => text.includes('dynamically imported')).length
    await expect.poll(said, WAIT).toBe(1)
    await page.locator('header [role=option]').first().waitFor(WAIT)
    expect(await field(page).inputValue()).toBe('bond')
    expect(documents).toEqual([SENT])
    await close()
  })

  test('of another header causes the next page to be loaded as a document [M-411]', async () => {
    const { page, documents, refused, close } = await openTab(/\/later-parts-/, 99)
    const data = `${url}/page-data${TEXT}/page-data.json`
    await page.goto(ADDRESS)
    await untilHydrated(page)
    // As if an editor had changed the menu since the tab was opened.
    await page.route(data, async (route) => {
      const answer = await (await route.fetch()).json()
      const [first] = answer.staticQueryHashes
      await route.fulfill({ json: { ...answer, staticQueryHashes: [first] } })
    })
    await page.locator(`footer a[href="${TEXT}"]`).click()
    await page.waitForURL(url + TEXT)
    await page.waitForLoadState()
    expect(refused).toHaveLength(2)
    expect(documents).toEqual([SENT, url + TEXT])
    await close()
  })

  test('of pages that are no text causes such a page to be loaded as a document', async () => {
    const { page, documents, refused, close } = await openTab(/\/later-parts-/, 99)
    await page.goto(ADDRESS)
    await untilHydrated(page)
    expect(refused).toEqual([])
    await page.locator(FOOTER_LINK).click()
    await page.waitForURL(url + PAGE_KINDS.authors)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(documents.slice(0, 2)).toEqual([SENT, url + PAGE_KINDS.authors])
    await close()
  })
})
