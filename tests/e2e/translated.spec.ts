import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { PAGE_KINDS } from '../support/site/page-paths.ts'

// Translators of browsers change the language of a page, and put their texts into elements.

const { url } = inject('site')
const ADDRESS = url + PAGE_KINDS.article

const NAME_LANGUAGE = `document.documentElement.lang = 'de'`
const WRITE_WORDS = `(() => {
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { currentNode } = walker
    if (currentNode.data.trim() && !currentNode.parentElement.closest('script')) texts.push(currentNode)
  }
  for (const text of texts) {
    const font = document.createElement('font')
    font.append('«' + text.data + '»')
    text.replaceWith(font)
  }
})()`

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function openTab(translation?: string) {
  const opened = await openPage(browser, {
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  })
  const { page } = opened
  const requests: string[] = []
  let documents = 0
  page.on('request', (request) => {
    requests.push(new URL(request.url()).pathname)
    if (request.isNavigationRequest()) documents += 1
  })
  if (translation !== undefined) {
    await page.addInitScript(`addEventListener('DOMContentLoaded', () => { ${translation} })`)
  }
  await page.goto(ADDRESS)
  return { ...opened, requests, documents: () => documents }
}

const heading = (page: Page) => page.locator('h1').innerText()
const goToAuthors = async (page: Page) => {
  await page.locator(`footer a[href="${PAGE_KINDS.authors}"]`).click()
  await page.waitForURL(url + PAGE_KINDS.authors)
  await page.waitForLoadState()
}

test.each([
  ['its language alone', NAME_LANGUAGE],
  ['its words alone', WRITE_WORDS],
  ['both', `${NAME_LANGUAGE}; ${WRITE_WORDS}`],
])(
  'a page that the browser has translated, %s, stays translated and works [F52]',
  async (_, translation) => {
    const { page, requests, documents, complaints, close } = await openTab(translation)
    const before = await heading(page)
    await page.locator('header input[name=q]').pressSequentially('bond')
    await page.locator('header [role=option]').first().waitFor()
    // Each of these inputs would have loaded React.
    expect(requests.filter((path) => /\/(?:hydrate|client)-/.test(path))).toEqual([])
    expect(await heading(page)).toBe(before)
    await goToAuthors(page)
    expect(documents()).toBe(2)
    expect(complaints).toEqual([])
    await close()
  },
)

test('links of a page that is translated while it is open load documents [F52]', async () => {
  const { page, documents, complaints, close } = await openTab()
  await untilHydrated(page)
  await page.evaluate(`${NAME_LANGUAGE}; ${WRITE_WORDS}`)
  await goToAuthors(page)
  expect(documents()).toBe(2)
  expect(await page.getAttribute('html', 'lang')).toBe('en-US')
  await page.goBack()
  await page.waitForURL(ADDRESS)
  expect(complaints).toEqual([])
  await close()
})

test('Back from a translated page loads a document [F52]', async () => {
  const { page, documents, complaints, close } = await openTab()
  await untilHydrated(page)
  const before = await heading(page)
  await page.locator(`footer a[href="${PAGE_KINDS.authors}"]`).click()
  await expect.poll(() => heading(page)).not.toBe(before)
  expect(documents()).toBe(1)
  await page.evaluate(`${NAME_LANGUAGE}; ${WRITE_WORDS}`)
  await page.goBack()
  await expect.poll(() => heading(page)).toBe(before)
  expect(documents()).toBe(2)
  expect(complaints).toEqual([])
  await close()
})
