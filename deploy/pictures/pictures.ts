import type { Page } from 'playwright-core'

export interface Picture {
  /** Of the file, without its ending. */
  name: string
  path: string
  /** What is done on the page before the picture is taken. */
  prepare?: (page: Page) => Promise<void>
}

/** Every kind of page, and the parts of the frame that open. */
export const PICTURES: readonly Picture[] = [
  { name: 'home', path: '/' },
  { name: 'article', path: '/articles/how-a-broad-index-etf-works' },
  { name: 'category', path: '/expert-advice' },
  { name: 'subcategory', path: '/product-reviews/mutual-funds' },
  { name: 'dictionary', path: '/investment-dictionaries' },
  { name: 'letter', path: '/investment-dictionaries/letters/w' },
  { name: 'authors', path: '/authors' },
  { name: 'author', path: '/authors/eleanor-whitcombe' },
  { name: 'info', path: '/info/about-us' },
  { name: 'sitemap', path: '/sitemap' },
  { name: 'search', path: '/search' },
  { name: 'search-results', path: '/search?q=how' },
  { name: 'search-similar', path: '/search?q=mutual+funds' },
  { name: 'search-in-vain', path: '/search?q=bitcoin' },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'menu', path: '/', prepare: openMenu },
  { name: 'search-box', path: '/', prepare: typeInSearchBox },
]

async function openMenu(page: Page): Promise<void> {
  await page.locator('.menu-button').click()
  await page.locator('.menu-group > summary').nth(2).click()
}

async function typeInSearchBox(page: Page): Promise<void> {
  const box = page.locator('header input[name="q"]')
  await box.pressSequentially('how', { delay: 30 })
  await page.locator('header [role="option"]').first().waitFor()
}
