import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { LOCALES } from '../../services/shared/contracts/primitives.ts'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { readArticlePages } from '../support/content/article-pages.ts'
import { serveMadePage } from '../support/pages/made-pages.ts'

let browser: Browser
const { url } = inject('site')

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** A small phone, as many readers have. */
const PHONE = { width: 360, height: 740 }
/** Of a language. */
const ALL_ARTICLES_MS = 180_000
/** The text begins on the first screen. */
const MAX_START_PX = 700
const FEW_COLUMNS = 4

interface Seen {
  /** The distance of the text from the top, in pixels. */
  start: number
  /** The width of the page beyond the window, in pixels. */
  excess: number
  /** The headings of tables that scroll sideways although they have few columns. */
  scrolling: string[]
}

const LOOK = `({
  start: Math.round(document.querySelector('#article-body > *').getBoundingClientRect().top + scrollY),
  excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  scrolling: [...document.querySelectorAll('.table-scroll')]
    .filter((region) => region.scrollWidth > region.clientWidth)
    .map((region) => region.querySelector('tr'))
    .filter((head) => head.children.length <= ${FEW_COLUMNS})
    .map((head) => head.innerText),
})`

describe.each(LOCALES)('every article in %s, on a small phone,', (locale) => {
  test('starts on the first screen, and no table with few columns scrolls', {
    timeout: ALL_ARTICLES_MS,
  }, async () => {
    const { shell, pages } = await readArticlePages(locale)
    const { page, close } = await openPage(browser, { viewport: PHONE, javaScriptEnabled: false })
    const faults: string[] = []
    for (const model of pages) {
      await serveMadePage(page, url, model, shell)
      await page.goto(url + model.path)
      const { start, excess, scrolling } = await page.evaluate<Seen>(LOOK)
      if (start > MAX_START_PX) faults.push(`${model.path} begins at ${start} px`)
      if (excess > 0) faults.push(`${model.path} is ${excess} px too wide`)
      faults.push(...scrolling.map((head) => `${model.path} has a table that scrolls: ${head}`))
    }
    expect(pages.length).toBeGreaterThan(10)
    expect(faults).toEqual([])
    await close()
  })
})

describe('a table that would not fit a phone', () => {
  const PATH = '/articles/credit-union-or-bank-for-depositors'

  test('is shown as a list of rows with labelled values, and keeps its table roles', async () => {
    const { page, close } = await openPage(browser, { viewport: PHONE, javaScriptEnabled: false })
    await page.goto(url + PATH)
    const table = page.locator('table.rows').first()
    const heads = table.getByRole('columnheader')
    const names = await heads.allTextContents()
    expect(names).toEqual(['Account', 'Balance', 'Insured at a bank', 'Insured at a credit union'])
    const cells = await table.getByRole('row').nth(1).getByRole('cell').all()
    let above = 0
    for (const cell of cells) {
      const { y = 0 } = (await cell.boundingBox()) ?? {}
      expect(y).toBeGreaterThan(above)
      above = y
    }
    const said = await page.evaluate<string[]>(
      `[...document.querySelectorAll('table.rows')[0].rows[1].cells]
        .map((cell) => getComputedStyle(cell, '::before').content)`,
    )
    expect(said.map((content) => /^"(.*)" \/ ""$/.exec(content)?.[1])).toEqual([
      undefined,
      ...names.slice(1),
    ])

    await page.setViewportSize({ width: 768, height: 740 })
    const tops = await Promise.all(cells.map(async (cell) => (await cell.boundingBox())?.y))
    expect(new Set(tops).size).toBe(1)
    await close()
  })
})
