import type { Page } from 'playwright'

const BOND = '/articles/what-a-bond-is-and-why-its-price-moves'
const REFINANCING = '/articles/when-refinancing-a-mortgage-pays'

export interface Screenshot {
  /** The name of the file, without its extension. */
  name: string
  path: string
  /** Called on the page before the picture is taken. */
  prepare?: (page: Page) => Promise<void>
  /** It has no script that could say that it is ready. */
  needsNoScript?: true
}

/** Every kind of page, the open menu, and the search box in use. */
export const PICTURES: readonly Screenshot[] = [
  { name: 'home', path: '/' },
  { name: 'article', path: '/articles/how-a-broad-index-etf-works' },
  { name: 'table', path: REFINANCING, prepare: scrollTo('.table-scroll') },
  {
    name: 'example',
    path: '/articles/renting-or-buying-the-numbers',
    prepare: openExample,
  },
  { name: 'chart', path: '/articles/renting-or-buying-the-numbers', prepare: scrollTo('.chart') },
  { name: 'definition', path: BOND, prepare: openDefinition },
  { name: 'article-end', path: BOND, prepare: scrollTo('.article-end') },
  { name: 'light', path: `${BOND}?lite`, needsNoScript: true },
  { name: 'category', path: '/expert-advice' },
  { name: 'subcategory', path: '/product-reviews/etfs' },
  { name: 'topic', path: '/investment-dictionaries/terms-and-definitions?topic=stocks' },
  { name: 'dictionary', path: '/investment-dictionaries' },
  { name: 'terms', path: '/investment-dictionaries/letters' },
  { name: 'letter', path: '/investment-dictionaries/letters/c' },
  { name: 'term', path: '/terms/bond' },
  { name: 'guides', path: '/guides' },
  { name: 'facts', path: '/facts' },
  { name: 'tools', path: '/tools' },
  { name: 'corrections', path: '/corrections' },
  { name: 'saved', path: BOND, prepare: saveAndList },
  { name: 'authors', path: '/authors' },
  { name: 'author', path: '/authors/eleanor-whitcombe' },
  { name: 'info', path: '/info/about-us' },
  { name: 'sitemap', path: '/sitemap' },
  { name: 'search', path: '/search' },
  { name: 'search-results', path: '/search?q=bond' },
  { name: 'search-similar', path: '/search?q=mutual+funds' },
  { name: 'search-in-vain', path: '/search?q=timeshare' },
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

function scrollTo(selector: string) {
  return async (page: Page): Promise<void> => {
    await page
      .locator(selector)
      .first()
      .evaluate((element) => element.scrollIntoView({ block: 'start' }))
  }
}

async function openExample(page: Page): Promise<void> {
  await scrollTo('#first-year')(page)
  await page.locator('#first-year input').first().waitFor()
}

async function openDefinition(page: Page): Promise<void> {
  await scrollTo('.article-text')(page)
  await page.locator('.article-text a.term').first().click()
  await page.locator('.term-popover:popover-open').waitFor()
}

async function saveAndList(page: Page): Promise<void> {
  await page.locator('[data-save]').click()
  await page.locator('[data-save][aria-pressed=true]').waitFor()
  await page.goto(new URL('/saved', page.url()).href)
  await page.locator('.saved-list').waitFor()
}

async function typeInSearchBox(page: Page): Promise<void> {
  const box = page.locator('header input[name="q"]')
  await box.pressSequentially('how', { delay: 30 })
  await page.locator('header [role="option"]').first().waitFor()
}
