import { readFile } from 'node:fs/promises'
import type { Browser, Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { launchBrowser } from '../support/browser/browser.ts'
import { rawRequest } from '../support/hostile/raw-request.ts'
import { EVERY_KIND, openPlain } from '../support/site/every-page-kind.ts'
import { PAGE_KINDS } from '../support/site/page-paths.ts'

let browser: Browser
const { url } = inject('site')
const site = parse(await readFile(new URL('../../content/site.yaml', import.meta.url), 'utf8'))
const { constants, contacts, locales } = site
const { title } = locales.en_US

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const linksOf = async (within: Locator) =>
  Promise.all(
    (await within.getByRole('link').all()).map(async (link) => [
      await link.textContent(),
      await link.getAttribute('href'),
    ]),
  )

describe('every page', () => {
  test.each(EVERY_KIND)('%s has one heading and every landmark', async (kind) => {
    const { page, close } = await openPlain(browser, kind)
    const found = (role: Parameters<typeof page.getByRole>[0], name?: string) =>
      page.getByRole(role, name === undefined ? {} : { name, exact: true }).count()

    expect(await page.locator('h1:visible').count()).toBe(1)
    expect(await found('banner')).toBe(1)
    expect(await found('main')).toBe(1)
    expect(await found('contentinfo')).toBe(1)
    expect(await page.getByRole('banner').getByRole('search').count()).toBe(1)
    expect(await found('navigation', 'Main')).toBe(1)
    expect(await found('navigation', 'Categories')).toBe(1)
    expect(await found('navigation', 'Info')).toBe(1)
    await expectOwnNames(page.getByRole('navigation'))
    await expectOwnNames(page.getByRole('search'))
    await close()
  })

  test('begins with a link to its content', async () => {
    const { page, close } = await openPlain(browser, 'article')
    await page.keyboard.press('Tab')
    const skip = page.locator(':focus')
    expect(await skip.textContent()).toBe('Skip to content')
    expect(await skip.isVisible()).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')

    expect(await page.locator('main :focus').count()).toBe(1)
    await close()
  })
})

/** Landmarks of one kind are told apart by their names. */
async function expectOwnNames(landmarks: Locator): Promise<void> {
  const names: (string | undefined)[] = await landmarks.evaluateAll((nodes) =>
    nodes.map((node) => {
      const titleId = node.getAttribute('aria-labelledby')
      return node.ariaLabel ?? node.ownerDocument.getElementById(titleId)?.textContent
    }),
  )
  expect(names).not.toContain(undefined)
  expect(new Set(names).size, names.join()).toBe(names.length)
}

describe('header and footer', () => {
  test('link to the home page by a logo of 72 by 72 pixels [M-201, M-210, M-908]', async () => {
    const { page, close } = await openPlain(browser, 'article')
    for (const landmark of ['banner', 'contentinfo'] as const) {
      const home = page.getByRole(landmark).getByRole('link', { name: title, exact: true })
      expect(await home.getAttribute('href')).toBe('/')
      const logo = home.locator('img')
      expect(await logo.getAttribute('width')).toBe('72')
      expect(await logo.getAttribute('height')).toBe('72')
      expect(await logo.getAttribute('alt')).toBe(title)
    }
    await close()
  })

  test('list the categories, the information and the contacts [M-211, M-212, M-214, M-215]', async () => {
    const { page, close } = await openPlain(browser, 'home')
    const footer = page.getByRole('contentinfo')

    const categories = await linksOf(footer.getByRole('navigation', { name: 'Categories' }))
    expect(categories.map(([, path]) => path)).toEqual([
      '/investment-dictionaries',
      '/expert-advice',
      '/product-reviews',
      '/financial-comparisons',
      '/ratings-and-rankings',
      // The contacts are a list of their own.
      '/investment-dictionaries/letters',
    ])
    expect(await linksOf(footer.getByRole('navigation', { name: 'Info' }))).toEqual([
      ['Calculators', '/tools'],
      ['Rates and limits', '/facts'],
      ['Authors', '/authors'],
      ['Corrections', '/corrections'],
      ['Privacy Policy', '/privacy-policy'],
      ['Terms of Use', '/terms'],
      ['About Us', '/info/about-us'],
      ['Sitemap', '/sitemap'],
    ])
    expect(await linksOf(footer.getByRole('region', { name: 'Contacts' }))).toEqual([
      [contacts.email, `mailto:${contacts.email}`],
      ['YouTube', contacts.youtube],
      ['Facebook', contacts.facebook],
      ['Instagram', contacts.instagram],
    ])
    await close()
  })

  test('have only links that answer 200', async () => {
    const { page, close } = await openPlain(browser, 'home')
    const paths: string[] = await page
      .locator('header a, footer a')
      .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href')))])
    const inside = paths.filter((path) => path.startsWith('/'))
    expect(inside.length).toBeGreaterThan(30)
    for (const path of inside) expect((await rawRequest(url, path)).status, path).toBe(200)
    await close()
  })

  test('end with the title of the site and the year in UTC [M-213]', async () => {
    const { page, close } = await openPlain(browser, 'home')
    const copyright = await page.locator('.site-footer-copyright span').first().textContent()
    expect(copyright).toBe(`© ${new Date().getUTCFullYear()} ${title}`)
    await close()
  })
})

describe('feeds', () => {
  test.each([
    ['the site', 'home', '.site-footer', '/feed.atom'],
    ['a category', 'category', 'main', '/expert-advice/feed.atom'],
  ] as const)('of %s have a visible link', async (_, kind, place, address) => {
    const { page, close } = await openPlain(browser, kind)
    const link = page.locator(`${place} a[href="${address}"]`)
    expect(await link.isVisible()).toBe(true)
    for (const feed of [
      address,
      address.replace('.atom', '.rss'),
      address.replace('.atom', '.json'),
    ]) {
      expect(await page.locator(`${place} a[href="${feed}"]`).count()).toBe(1)
      expect((await rawRequest(url, feed)).status).toBe(200)
    }
    await close()
  })
})

describe('lists have the lengths of the site’s settings', () => {
  const cardsIn = (list: Locator) => list.getByRole('article').count()

  test('4, 12, 4, 4 and 2 [M-907]', () => {
    expect(constants).toEqual({
      topNotch: 4,
      pageSize: 12,
      favorites: 4,
      more: 4,
      perCategoryOnHome: 2,
    })
  })

  test('on the home page [M-217, M-218]', async () => {
    const { page, close } = await openPlain(browser, 'home')
    const region = (name: string) => page.getByRole('region', { name, exact: true })
    expect(await cardsIn(region('Top Notch'))).toBe(constants.topNotch)
    expect(await cardsIn(region('Favorite Articles'))).toBe(constants.favorites)
    const strips = await page.locator('.strip').all()
    expect(strips.length).toBe(5)
    for (const strip of strips) expect(await cardsIn(strip)).toBe(constants.perCategoryOnHome)
    await close()
  })

  test('in a category, on a page of its archive and below an article have the specified headings and lengths [M-216, M-907]', async () => {
    const list = await openPlain(browser, 'archive')
    expect(await cardsIn(list.page.getByRole('main'))).toBe(constants.pageSize)
    await list.page.goto(url + PAGE_KINDS.archive.replace('/page/1', ''))
    const articles = list.page.getByRole('region', { name: 'Articles', exact: true })
    // The list's own page shows the articles that no archive page has: at least one page, below two.
    const shown = await cardsIn(articles)
    expect(shown).toBeGreaterThanOrEqual(constants.pageSize)
    expect(shown).toBeLessThan(2 * constants.pageSize)
    await list.close()

    const { page, close } = await openPlain(browser, 'article')
    const more = page.getByRole('region', { name: 'Have More wonderful Stuff', exact: true })
    expect(await cardsIn(more)).toBe(constants.more)
    await close()
  })
})
