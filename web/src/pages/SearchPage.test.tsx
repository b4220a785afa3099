import { describe, expect, test } from 'vitest'
import type { SearchPage } from '#shared/contracts/page.ts'
import {
  buildFewHits,
  buildSearch,
  buildSearchInVain,
  buildShell,
} from '../../../tests/support/pages/page-builders.ts'
import { renderPage } from '../entry-server.tsx'

const mainOf = (page: SearchPage) => {
  const { html } = renderPage(page, buildShell())
  return html.slice(html.indexOf('<main'), html.indexOf('</main>')).replaceAll('<!-- -->', '')
}
const NOTE = '<p class="new-tab">Opens in a new tab</p>'
const few = mainOf(buildFewHits())

describe('a hit', () => {
  const [first = '', second = ''] = few.match(/<article.*?<\/article>/g) ?? []

  test('is one link that opens a new tab, and says so', () => {
    expect(first).toMatch(
      /<h3 class="card-title"><a href="\/articles\/index-funds" target="_blank" /,
    )
    expect(first).toContain('<mark>fund</mark>')
    expect(first).toContain('(opens in a new tab)</span></a>')
    expect(first.match(/<a /g)).toHaveLength(1)
  })

  test('shows the description, the category and the date of the article', () => {
    expect(first).toContain('<p class="card-description">About 1</p>')
    expect(first).toContain('<span>ETFs</span>')
    expect(first).toContain('<time dateTime="2025-03-04T23:30:00.000Z">March 4, 2025</time>')
  })

  test('is only a title where there is nothing else', () => {
    expect(second).toContain('href="/articles/fund-of-funds"')
    expect(second).not.toContain('<p')
  })
})

describe('terms', () => {
  const typed = few.indexOf('id="found-terms"')

  test('are a group of their own with what they mean, above the hits if one was typed', () => {
    expect(few).toMatch(
      /<dt><a href="\/terms\/fund" target="_blank"[^>]*>fund.*?<\/dt><dd>Money of many\.<\/dd>/,
    )
    expect(typed).toBeGreaterThan(0)
    expect(typed).toBeLessThan(few.indexOf('id="search-results"'))

    const [, other] = buildFewHits().terms ?? []
    const below = mainOf({ ...buildFewHits(), ...(other && { terms: [other] }) })
    const order = ['search-results', 'found-terms', 'similar-titles', 'similar-places']
    const places = order.map((id) => below.indexOf(`id="${id}"`))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(mainOf({ ...buildSearchInVain() })).not.toContain('found-terms')
  })
})

describe('similar titles', () => {
  const similar = few.slice(few.indexOf('id="similar-titles"'))

  test('are a named group below the hits, and are not counted', () => {
    expect(few).toContain('2 titles contain “fund”')
    expect(few).toMatch(/<section[^>]* aria-labelledby="similar-titles">/)
    expect(few.indexOf('id="search-results"')).toBeLessThan(few.indexOf('id="similar-titles"'))
    expect(few).not.toContain('class="notice"')
  })

  test('mark the differences, and say why they are suggested', () => {
    expect(similar).toContain('Bonds </span><mark>found</mark>')
    const reasons = [...similar.matchAll(/<p class="card-meta">(.*?)<\/p>/g)].map(
      ([, text]) => text,
    )
    expect(reasons).toEqual(['Explains “trackers”', 'Without “§”, “2”', 'Author', 'Category'])
  })

  test('open in a new tab like the hits, which one line explains', () => {
    expect(similar.match(/target="_blank"/g)).toHaveLength(5)
    expect(few.split(NOTE)).toHaveLength(2)
    expect(few.indexOf(NOTE)).toBeLessThan(few.indexOf('id="search-results"'))
  })

  test('follow the message that nothing matches, and precede the categories', () => {
    const { terms = [], ...others } = {
      ...buildFewHits(),
      query: 'fnd pls',
      hits: [],
      total: 0,
      pages: 0,
    }
    const message = 'No title contains all of: “fnd”, “pls”.'
    const html = mainOf(others)
    const places = [message, NOTE, '/articles/etfs', 'notice']
    const found = places.map((text) => html.indexOf(text))
    expect(found).not.toContain(-1)
    expect(found).toEqual(found.toSorted((one, other) => one - other))
    expect(html).not.toContain('Try fewer words')
    expect(html.split(NOTE)).toHaveLength(2)
    // A term that was meant comes before it.
    const explained = mainOf({ ...others, terms })
    expect(explained.indexOf('id="found-terms"')).toBeLessThan(explained.indexOf(message))
    expect(explained.indexOf(NOTE)).toBeLessThan(explained.indexOf(message))
  })
})

describe('a search without hits', () => {
  test('links to the glossary terms and to the categories', () => {
    const html = mainOf(buildSearchInVain())
    const places = ['No title contains “annuall”. Try fewer words', 'near-terms', NOTE, 'notice']
    const found = places.map((text) => html.indexOf(text))
    expect(found).not.toContain(-1)
    expect(found).toEqual(found.toSorted((one, other) => one - other))
    expect(html).toMatch(/<a href="\/articles\/annuity" target="_blank" rel="noopener">Annuity</)
    expect(html).not.toContain('similar-titles')
  })

  test('does not mention a new tab when nothing opens in one', () => {
    const html = mainOf(buildSearch({ query: 'zzzz', outcome: 'results' }))
    expect(html).not.toContain('new tab')
    expect(html).toContain('href="/expert-advice"')
  })
})
