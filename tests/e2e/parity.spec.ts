import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { EVERY_KIND, openHydrated, openKind } from '../support/site/every-page-kind.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test.each(EVERY_KIND)('%s is the same page with and without JavaScript [E25, P6]', async (kind) => {
  const plain = await openPage(browser, { javaScriptEnabled: false })
  const scripted = await openPage(browser)
  await Promise.all([openKind(plain.page, kind), openHydrated(scripted.page, kind)])

  const before = await readPage(plain.page)
  expect(before.title).not.toBe('')
  expect(before.headings.length).toBeGreaterThan(0)
  expect(before.links.length).toBeGreaterThan(10)
  expect(before.main.length).toBeGreaterThan(80)
  expect(await readPage(scripted.page)).toEqual(before)
  await Promise.all([plain.close(), scripted.close()])
})

interface Shown {
  title: string
  headings: string[]
  links: string[]
  fields: string[]
  header: string
  main: string
  footer: string
}

/** The list of what is saved is left out: it is in the browser alone (`saved.spec.ts`). */
const readPage = (page: Page) =>
  page.evaluate<Shown>(`(() => {
    const all = (selector, read) => [...document.querySelectorAll(selector)].map(read)
    const main = document.querySelector('main').cloneNode(true)
    main.querySelector('.saved')?.remove()
    const text = (selector) => document.querySelector(selector).textContent
    return {
      title: document.title,
      headings: all('h1, h2, h3, h4', (node) => node.localName + ' ' + node.textContent),
      links: all('a[href]', (node) => node.getAttribute('href') + ' ' + node.textContent),
      fields: all('input, button', (node) => node.type + ' ' + node.name + ' ' + node.textContent),
      header: text('.site-header'),
      main: main.textContent,
      footer: text('.site-footer'),
    }
  })()`)
