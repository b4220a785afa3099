import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { LOCALES } from '../../services/shared/contracts/primitives.ts'
import { readArticlePages } from '../support/article-pages.ts'
import { launchBrowser, openPage } from '../support/browser.ts'
import { serveMadePage } from '../support/made-pages.ts'

let browser: Browser
const { url } = inject('site')

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** A small phone, of the kind that most readers of the world have. */
const PHONE = { width: 360, height: 740 }
/** Of a language. */
const ALL_ARTICLES_MS = 180_000
/** The text begins on the first screen. */
const LATEST_START = 700

interface Seen {
  /** Where the text begins, in pixels from the top. */
  start: number
  /** By how much the page is wider than the window. */
  excess: number
}

const LOOK = `({
  start: Math.round(document.querySelector('#article-body > *').getBoundingClientRect().top + scrollY),
  excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
})`

describe.each(LOCALES)('every article in %s, on a small phone,', (locale) => {
  test('begins on the first screen', { timeout: ALL_ARTICLES_MS }, async () => {
    const { shell, pages } = await readArticlePages(locale)
    const { page, close } = await openPage(browser, { viewport: PHONE, javaScriptEnabled: false })
    const faults: string[] = []
    for (const model of pages) {
      await serveMadePage(page, url, model, shell)
      await page.goto(url + model.path)
      const { start, excess } = await page.evaluate<Seen>(LOOK)
      if (start > LATEST_START) faults.push(`${model.path} begins at ${start} px`)
      if (excess > 0) faults.push(`${model.path} is ${excess} px too wide`)
    }
    expect(pages.length).toBeGreaterThan(10)
    expect(faults).toEqual([])
    await close()
  })
})
