import { describe, expect, test } from 'vitest'
import {
  buildArticle,
  buildPages,
  buildSearch,
  buildShell,
} from '../../../tests/support/pages/page-builders.ts'
import { renderPage } from '../entry-server.tsx'

const shell = buildShell()
const htmlOf = (page: Parameters<typeof renderPage>[0]) => renderPage(page, shell).html

describe('every page kind', () => {
  test.each(Object.values(buildPages()))('$kind is inside the frame and has one h1', (page) => {
    const html = htmlOf(page)
    expect(html).toMatch(/^<div id="gatsby-focus-wrapper" tabindex="-1"><a class="skip-link"/)
    expect(html).toMatch(/<div id="gatsby-announcer"[^>]*><\/div>$/)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toContain('<main id="main"')
  })

  test.each(Object.values(buildPages()))('$kind needs no inline style or script', (page) => {
    expect(htmlOf(page)).not.toMatch(/ style=|<style|<script| on[a-z]+=/)
  })

  test.each(Object.values(buildPages()))('$kind gives the same bytes twice', (page) => {
    expect(renderPage(page, shell)).toEqual(renderPage(structuredClone(page), shell))
  })
})

describe('hydration data', () => {
  test('leaves out the body, which is in the document already', () => {
    const page = buildArticle({ bodyHtml: '<p>Long.</p>' })
    const { html, hydration } = renderPage(page, shell)
    expect(html).toContain('<div id="article-body" class="prose"><p>Long.</p></div>')
    expect(hydration).toEqual({ page: buildArticle({ bodyHtml: '' }) })
  })
})

describe('the frame', () => {
  const html = htmlOf(buildPages().home)

  test('holds every link of the menu without any script [M-317]', () => {
    expect(html).toContain('href="/product-reviews/etfs"')
    expect(html).toMatch(
      /href="\/product-reviews">More<span class="visually-hidden">: Product Reviews</,
    )
    expect(html).toMatch(/<button[^>]* popoverTarget="site-menu"/i)
  })

  test('has a search form', () => {
    expect(html).toMatch(/<form[^>]* role="search"[^>]* action="\/search"/)
    expect(html).toMatch(/<input[^>]* type="search"[^>]* name="q"/)
    expect(html).toContain('maxLength="200"')
  })

  test('shows only the contacts that the site has [M-214]', () => {
    expect(html).toContain('href="mailto:hello@finlore.example"')
    expect(html).toContain('rel="noopener me">YouTube')
    expect(html).not.toContain('Facebook')
  })

  test('shows the copyright and its year', () => {
    expect(html).toContain('© 2025 Finlore')
  })

  test('gives the logo its size and the name of the site [M-908]', () => {
    expect(html).toMatch(/<img class="logo" src="\/logo.svg" width="72" height="72" alt="Finlore"/)
    expect(html).not.toContain('<link')
  })
})

describe('an article', () => {
  test('shows its days in UTC', () => {
    const html = htmlOf(
      buildArticle({
        publishedAt: '2025-03-04T23:30:00.000Z',
        updatedAt: '2025-03-05T00:30:00.000Z',
      }),
    )
    expect(html).toContain('>March 4, 2025</time>')
    expect(html).toContain('<time dateTime="2025-03-05T00:30:00.000Z">March 5, 2025</time>')
    expect(html).toContain('Updated')
  })

  test('does not call a change on the first day an update', () => {
    expect(htmlOf(buildArticle({ updatedAt: '2025-03-04T20:00:00.000Z' }))).not.toContain('Updated')
  })

  test('lists its sections when there are three or more', () => {
    const headings = ['one', 'two', 'three'].map((id) => ({ id, text: id, level: 2 }))
    expect(htmlOf(buildArticle({ headings }))).toContain('href="#three"')
    expect(htmlOf(buildArticle({ headings: headings.slice(1) }))).not.toContain('href="#three"')
  })
})

describe('an empty list', () => {
  test('says that it is empty, and links to other pages [M-003]', () => {
    const { category } = buildPages()
    const html = htmlOf({ ...category, articles: [] })
    expect(html).toContain('No article has been published here yet.')
    expect(html).toContain('<a href="/expert-advice">Expert Advice</a>')
  })
})

describe('search', () => {
  const hits = [{ title: 'Bonds', path: '/articles/bonds', marks: [] }]

  test.each([
    { outcome: 'too-short', message: 'Type 3 characters or more.' },
    {
      outcome: 'too-long',
      message: 'Use 200 characters and 40 words',
    },
    { outcome: 'failed', message: 'Search is not answering' },
    { outcome: 'results', message: 'No title contains “bo&amp;nd”.' },
  ] as const)('shows the message for $outcome', ({ outcome, message }) => {
    expect(htmlOf(buildSearch({ query: 'bo&nd', outcome }))).toContain(message)
  })

  test('has texts for one result and for many', () => {
    const search = { query: 'bond', outcome: 'results', hits, pages: 1 } as const
    expect(htmlOf(buildSearch({ ...search, total: 1 }))).toContain('1 title contains “bond”')
    expect(htmlOf(buildSearch({ ...search, total: 1200 }))).toContain('1,200 titles contain “bond”')
  })

  test('opens results in a new tab and keeps the query from page to page', () => {
    const html = htmlOf(
      buildSearch({ query: 'a&b c', outcome: 'results', total: 30, hits, number: 2, pages: 3 }),
    )
    expect(html).toContain('href="/articles/bonds" target="_blank" rel="noopener"')
    expect(html).toContain('href="/search?q=a%26b+c&amp;page=3"')
    expect(html).toContain('href="/search?q=a%26b+c" rel="prev"')
  })
})
