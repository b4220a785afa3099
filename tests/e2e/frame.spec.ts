import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { rawRequest } from '../support/hostile/raw-request.ts'
import { staticQueryAddresses } from '../support/pages/static-queries.ts'
import { PAGE_KINDS } from '../support/site/page-paths.ts'

// A tab that was opened before an editor changed the menu.

const { url } = inject('site')
const TARGET = PAGE_KINDS.authors
const NEW_HASH = '7'
const NEW_QUERY = `/page-data/sq/d/${NEW_HASH}.json`

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

interface Menu {
  data: { menu: { label: string; key: string; children?: { label: string; key: string }[] }[] }
}

/** Opens the home page, and changes the server's menu afterwards. */
async function openOldTab() {
  const viewport = { width: 1280, height: 800 }
  const watched = await openPage(browser, { viewport, serviceWorkers: 'block' })
  const { page } = watched
  let documents = -1
  const shared: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1
    const { pathname } = new URL(request.url())
    if (/^\/slice-data|^\/page-data\/sq/.test(pathname)) shared.push(pathname)
  })
  await page.goto(url)
  await untilHydrated(page)
  await page.route(`${url}/page-data${TARGET}/page-data.json`, async (route) => {
    const data = await (await route.fetch()).json()
    await route.fulfill({
      json: { ...data, staticQueryHashes: [data.staticQueryHashes[0], NEW_HASH] },
    })
  })
  return { ...watched, documents: () => documents, shared }
}

/** Answers for the new name with the same menu, except for its first entry. */
async function serveNewMenu(page: Page) {
  const [, present = ''] = await staticQueryAddresses(url)
  const { data }: Menu = JSON.parse((await rawRequest(url, present)).text)
  const [first, ...others] = data.menu
  if (!first) throw new Error('The menu is empty')
  const children = [{ label: 'A new leaf', key: '/terms' }, ...(first.children ?? [])]
  const menu = [{ ...first, label: 'Words explained', children }, ...others]
  await page.route(url + NEW_QUERY, (route) => route.fulfill({ json: { data: { menu } } }))
}

const goTo = async (page: Page, path: string) => {
  await page.locator(`footer a[href="${path}"]`).click()
  await expect.poll(() => page.url()).toBe(url + path)
}
/** The elements of header and footer with texts and attributes, the latter sorted. */
const treeOf = (page: Page) =>
  page.evaluate<unknown>(`(() => {
    const read = (node) => node.nodeType === Node.TEXT_NODE ? node.data : [
      node.localName,
      Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])),
      ...[...node.childNodes].filter((child) => child.nodeType !== Node.COMMENT_NODE).map(read),
    ]
    return [...document.querySelectorAll('header, footer')].map(read)
  })()`)
const labels = (page: Page) => page.locator('.menu-panel summary').allTextContents()
const footerLinks = (page: Page) =>
  page.locator('nav[aria-labelledby=footer-categories] a').allTextContents()

describe('header and footer of a tab that was opened before the menu changed', () => {
  test('are replaced at the next navigation, and their controls still work', async () => {
    const { page, documents, shared, complaints, close } = await openOldTab()
    await serveNewMenu(page)
    const before = await labels(page)
    await page.locator('.site-header input[type=search]').fill('bond')
    await goTo(page, TARGET)
    await expect.poll(() => labels(page)).toEqual(['Words explained', ...before.slice(1)])
    expect((await footerLinks(page))[0]).toBe('Words explained')
    expect(documents()).toBe(0)
    const queries = (await staticQueryAddresses(url)).slice(0, 1)
    expect(shared.toSorted()).toEqual(
      [...queries, NEW_QUERY, '/slice-data/footer.json', '/slice-data/header.json'].toSorted(),
    )

    // The typed text is still there, and the menu opens, marks the page, navigates and closes.
    expect(await page.locator('.site-header input[type=search]').inputValue()).toBe('bond')
    expect(await page.locator('header').count()).toBe(1)
    expect(await page.locator('.site-header .menu-panel').count()).toBe(1)
    expect(await page.locator(`footer [aria-current=page]`).getAttribute('href')).toBe(TARGET)
    const button = page.locator('.menu-button')
    await button.click()
    expect(await button.getAttribute('aria-expanded')).toBe('true')
    await page.locator('.menu-panel summary').first().click()
    await page.getByText('A new leaf').click()
    await expect.poll(() => page.url()).toBe(`${url}/terms`)
    expect(documents()).toBe(0)
    expect(await page.locator('.menu-panel').isVisible()).toBe(false)
    expect(complaints).toEqual([])
    await close()
  })

  test('are requested once for all pages, and not while the menu is current', async () => {
    const { page, documents, shared, close } = await openOldTab()
    await serveNewMenu(page)
    const before = await labels(page)
    await goTo(page, '/terms')
    await goTo(page, '/privacy-policy')
    expect(shared).toEqual([])
    await goTo(page, TARGET)
    await expect.poll(async () => (await labels(page))[0]).toBe('Words explained')
    const once = [...shared]
    // These pages still name the former menu, so the tab shows it, as their documents do.
    await goTo(page, '/terms')
    await expect.poll(() => labels(page)).toEqual(before)
    const alone = await openOldTab()
    await alone.page.goto(`${url}/terms`)
    await untilHydrated(alone.page)
    expect(await treeOf(page)).toEqual(await treeOf(alone.page))
    await alone.close()
    await goTo(page, TARGET)
    await expect.poll(async () => (await labels(page))[0]).toBe('Words explained')
    const [former] = shared.filter((path) => !once.includes(path))
    expect(shared.toSorted()).toEqual([...once, former].toSorted())
    expect(documents()).toBe(0)
    await close()
  })

  test('are loaded with the document when the request fails', async () => {
    const { page, documents, close } = await openOldTab()
    await page.route(url + NEW_QUERY, (route) => route.fulfill({ status: 404, json: { data: {} } }))
    await page.locator(`footer a[href="${TARGET}"]`).click()
    await expect.poll(() => page.url(), { timeout: 10_000 }).toBe(url + TARGET)
    expect(documents()).toBe(1)
    await close()
  })
})
