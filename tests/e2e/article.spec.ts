import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { rawRequest } from '../support/hostile/raw-request.ts'
import { openKind, openPlain } from '../support/site/every-page-kind.ts'
import { PAGE_KINDS } from '../support/site/page-paths.ts'

let browser: Browser
const { url } = inject('site')

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

describe('an article', () => {
  test('shows its categories, author, date and reading time [M-004]', async () => {
    const { page, close } = await openPlain(browser, 'article')
    const steps = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')
    expect(await steps.evaluateAll((links) => links.map((link) => link.pathname))).toEqual([
      '/',
      '/product-reviews',
      '/product-reviews/etfs',
    ])

    const byline = page.locator('.byline')
    const author = byline.locator('a[rel=author]')
    expect(await author.getAttribute('href')).toMatch(/^\/authors\/[a-z-]+$/)
    const [published = '']: string[] = await byline
      .locator('time')
      .evaluateAll((times) => times.map((time) => time.dateTime))
    expect(Date.parse(published)).toBeGreaterThanOrEqual(Date.parse('2024-11-07T00:00:00Z'))
    expect(await byline.textContent()).toMatch(/Published \w+ \d{1,2}, \d{4}/)

    const text = await page.locator('#article-body').innerText()
    const minutes = Number.parseInt((await byline.getByText('min read').textContent()) ?? '', 10)
    expect(Math.abs(minutes - text.split(/\s+/).length / 230)).toBeLessThan(1.5)
    await close()
  })

  test('starts with its takeaways and ends with its sources and its author', async () => {
    const { page, close } = await openPlain(browser, 'article')
    const order = await page.evaluate<string[]>(`[...document.querySelectorAll(
      '.takeaways, #article-body, .sources, .author-box, .cards-row'
    )].map((node) => node.id || node.classList[0])`)
    expect(order).toEqual(['takeaways', 'article-body', 'sources', 'author-box', 'cards'])

    expect(await page.locator('.takeaways li').count()).toBeGreaterThan(2)
    const sources = page.getByRole('region', { name: 'Sources' }).getByRole('link')
    expect(await sources.count()).toBeGreaterThan(0)
    for (const source of await sources.all()) {
      expect(await source.getAttribute('href')).toMatch(/^https:\/\//)
    }
    const byline = page.locator('.byline a[rel=author]')
    const box = page.getByRole('region', { name: 'About the author' })
    expect(await box.getByRole('heading').textContent()).toBe(await byline.textContent())
    expect(await box.getByRole('link').getAttribute('href')).toBe(await byline.getAttribute('href'))
    await close()
  })

  test.each([false, true])(
    'shows its takeaways collapsed in a narrow window and expanded in a wide one; scripts: %s',
    async (javaScriptEnabled) => {
      const { page, close } = await openPage(browser, { javaScriptEnabled })
      await openKind(page, 'article')
      const list = page.getByRole('region', { name: 'Key takeaways' }).getByRole('list')
      for (const { width, isOpen } of [
        { width: 360, isOpen: false },
        { width: 577, isOpen: true },
        { width: 1280, isOpen: true },
      ]) {
        await page.setViewportSize({ width, height: 740 })
        expect(await list.isVisible(), `at ${width} px`).toBe(isOpen)
      }
      await page.setViewportSize({ width: 360, height: 740 })
      await page.locator('.takeaways summary').click()
      expect(await list.isVisible()).toBe(true)
      await close()
    },
  )

  test('is printed with its takeaways, and without its buttons', async () => {
    const { page, close } = await openPlain(browser, 'article')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.takeaways li').first().isVisible()).toBe(true)
    expect(await page.locator('.takeaways summary').isVisible()).toBe(false)
    expect(await page.locator('.takeaways h2').isVisible()).toBe(true)
    await close()
  })

  test('lists its sections, and each link leads to one', async () => {
    const { page, close } = await openPlain(browser, 'article')
    await page.setViewportSize({ width: 360, height: 740 })
    const contents = page.getByRole('navigation', { name: 'On this page' })
    await contents.locator('summary').click()
    const links = await contents.getByRole('link').all()
    expect(links.length).toBeGreaterThan(2)
    for (const link of links) {
      const section = page.locator(`h2${await link.getAttribute('href')}`)
      expect(await section.textContent()).toBe(await link.textContent())
    }
    await links.at(-1)?.click()
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(300)
    await close()
  })
})

describe('a page that does not exist', () => {
  test.each([
    ['not found', 404, 'This page does not exist'],
    ['gone', 410, 'This article was withdrawn'],
  ] as const)('%s: answers %i and links to other pages', async (kind, status, heading) => {
    const answer = await rawRequest(url, PAGE_KINDS[kind])
    expect(answer.status).toBe(status)

    const { page, close } = await openPlain(browser, kind)
    const main = page.getByRole('main')
    expect(await main.getByRole('heading', { level: 1 }).textContent()).toBe(heading)
    const ways = main.getByRole('navigation', { name: 'Ways on' }).getByRole('link')
    expect(await ways.evaluateAll((links) => links.map((link) => link.pathname))).toEqual([
      '/',
      '/investment-dictionaries',
      '/expert-advice',
      '/product-reviews',
      '/financial-comparisons',
      '/ratings-and-rankings',
    ])
    await main.getByRole('searchbox').fill('broad index')
    await page.keyboard.press('Enter')
    await main.locator(`a[href="${PAGE_KINDS.article}"]`).waitFor()
    expect(new URL(page.url()).search).toBe('?q=broad+index')
    await close()
  })
})

describe('an address', () => {
  test('with a trailing slash redirects once to the one without, and keeps its query', async () => {
    for (const path of [PAGE_KINDS.article, PAGE_KINDS.subcategory, '/authors']) {
      const { status, headers } = await rawRequest(url, `${path}/?from=a`)
      expect([status, headers.location]).toEqual([308, `${path}?from=a`])
      expect((await rawRequest(url, `${path}?from=a`)).status).toBe(200)
    }
  })

  test('of an article that was renamed redirects once to the new one', async () => {
    const { contentUrl, token } = inject('site')
    const rename = await fetch(`${contentUrl}/articles/quillwork-exercise-1`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'if-match': '*',
      },
      body: JSON.stringify({ slug: 'quillwork-exercise-renamed' }),
    })
    expect(rename.status).toBe(200)
    const moved = '/articles/quillwork-exercise-renamed'
    const { page, close } = await openPlain(browser, 'home')
    await expect
      .poll(
        async () => (await rawRequest(url, '/articles/quillwork-exercise-1')).headers.location,
        {
          timeout: 15_000,
        },
      )
      .toBe(moved)
    await page.goto(`${url}/articles/quillwork-exercise-1`)

    expect(new URL(page.url()).pathname).toBe(moved)
    expect(await page.locator('h1').textContent()).toBe('Quillwork exercise 1')
    await close()
  })
})
