import type { Page } from 'playwright'

export interface Screenshot {
  /** The name of the file, without its extension. */
  name: string
  path: string
  /** Called on the page before the picture is taken. */
  prepare?: (page: Page) => Promise<void>
}

/** Every kind of page, the open menu, and the search box in use. */
export const PICTURES: readonly Screenshot[] = [
  { name: 'home', path: '/' },
  { name: 'article', path: '/articles/how-a-broad-index-etf-works' },
  {
    name: 'table',
    path: '/articles/when-refinancing-a-mortgage-pays',
    prepare: scrollToTable,
  },
  { name: 'paid-links', path: '/articles/how-a-broad-index-etf-works', prepare: scrollToPaidLinks },
  { name: 'category', path: '/expert-advice' },
  { name: 'subcategory', path: '/product-reviews/etfs' },
  { name: 'topic', path: '/investment-dictionaries/terms-and-definitions?topic=stocks' },
  { name: 'dictionary', path: '/investment-dictionaries' },
  { name: 'terms', path: '/investment-dictionaries/letters' },
  { name: 'letter', path: '/investment-dictionaries/letters/c' },
  { name: 'authors', path: '/authors' },
  { name: 'author', path: '/authors/eleanor-whitcombe' },
  { name: 'info', path: '/info/about-us' },
  { name: 'sitemap', path: '/sitemap' },
  { name: 'search', path: '/search' },
  { name: 'search-results', path: '/search?q=how' },
  { name: 'search-similar', path: '/search?q=mutual+funds' },
  { name: 'search-in-vain', path: '/search?q=bitcoin' },
  { name: 'not-found', path: '/articles/how-a-broad-index-etf-work' },
  { name: 'menu', path: '/', prepare: openMenu },
  { name: 'search-box', path: '/', prepare: typeInSearchBox },
]

async function openMenu(page: Page): Promise<void> {
  await page.locator('.menu-button').click()
  const group = page.locator('.menu-group:has(.menu-topics)').first()
  await group.locator('> summary').click()
  await group.locator('.menu-topics > summary').first().click()
}

async function scrollToTable(page: Page): Promise<void> {
  await showOnTop(page, '.table-scroll')
}

async function scrollToPaidLinks(page: Page): Promise<void> {
  await showOnTop(page, '.author-box')
}

async function showOnTop(page: Page, selector: string): Promise<void> {
  await page
    .locator(selector)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'start' }))
}

async function typeInSearchBox(page: Page): Promise<void> {
  const box = page.locator('header input[name="q"]')
  await box.pressSequentially('how', { delay: 30 })
  await page.locator('header [role="option"]').first().waitFor()
}
