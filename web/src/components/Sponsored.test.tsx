import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import type { Page, SponsoredLink } from '#shared/contracts/page.ts'
import { LOCALES } from '#shared/contracts/primitives.ts'
import { fnvHash } from '#shared/text/fnv-hash.ts'
import { buildArticle, buildPages, buildShell } from '../../../tests/support/pages/page-builders.ts'
import { renderApp } from '../render-app.ts'
import { stringsFor } from '../strings/strings-for.ts'

const HEADINGS = ['Sponsored Links', 'Partner Links', 'Recommended Sites', 'Related Resources']
const shell = buildShell()
const enUs = stringsFor('en_US')
/** The HTML without the comments that React puts between two texts. */
const html = (page: Page) => renderApp(page, shell).replaceAll('<!-- -->', '')

const LINK: SponsoredLink = {
  before: 'See ',
  text: 'A <b>',
  href: 'https://a.example/?b=1&c="2',
  after: ', now',
}
const sponsored = { links: [LINK] }
const { home, ...others } = buildPages()
const WITH_ADS: Page[] = [home, ...Object.values(others)].map((page) => ({ ...page, sponsored }))

describe('paid links', () => {
  test.each(WITH_ADS)(
    'on a page of kind $kind are there once, below its h1, and labelled as paid [M-244, M-246]',
    (page) => {
      const [before = '', after = '', ...rest] = html(page).split('<section class="sponsored"')

      expect(rest).toEqual([])
      expect(before).toContain('<h1')
      expect(after).toContain('href="/info/about-us#how-we-make-money">How we make money</a>')
      expect(after).toContain(
        '<a href="https://a.example/?b=1&amp;c=&quot;2" target="_blank" rel="sponsored nofollow noopener">' +
          'A &lt;b&gt;<span class="visually-hidden"> (opens in a new tab)</span></a>, now</li>',
      )
      expect(after.indexOf('how-we-make-money')).toBeLessThan(after.indexOf('https://a.example/'))
      // Only the end of the frame follows, and nothing of the page.
      if (page.kind !== 'article')
        expect(after).toMatch(/^(?:(?!<h[123]).)*<h2(?:(?!<h1).)*<\/main>/s)
    },
  )

  test('are named by their heading, once, and their texts are complete', () => {
    const [, section = ''] = renderApp({ ...home, sponsored }, shell).split('<section class="spon')
    const [, id] = /aria-labelledby="([^"]+)"/.exec(section) ?? []
    expect(section).toContain(`<h2 id="${id}">`)
    expect(section).not.toMatch(/aria-label=|<!-- -->/)
  })

  test('of an article are between its author and further articles', () => {
    const parts = html({ ...buildArticle(), sponsored })
    const places = ['article-body', 'author-box', 'class="sponsored"', enUs.moreStuff].map((text) =>
      parts.indexOf(text),
    )
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('of an article are announced beside its author [M-247]', () => {
    const announced = html({ ...buildArticle(), sponsored })
    expect(announced.indexOf('byline-sponsored')).toBeGreaterThan(0)
    expect(announced.indexOf('byline-sponsored')).toBeLessThan(announced.indexOf('article-body'))
    expect(announced).toContain(enUs.sponsoredBelow)
    expect(html(buildArticle())).not.toContain(enUs.sponsoredBelow)
  })

  test('add no markup to a page without them [M-245]', () => {
    for (const page of WITH_ADS) {
      const { sponsored: _, ...without } = page as Page & { sponsored: unknown }
      const bare = html(without as Page)
      expect(bare).not.toContain('sponsored')
      // The document renders the comment, so that the component must not.
      expect(html({ ...page, sponsored: { links: [], comment: 'id' } } as Page)).toBe(bare)
    }
  })

  test('keep their order, in a list [M-241]', () => {
    const links = ['one', 'two', 'three'].map((text) => ({ ...LINK, text }))
    const [list] = find(html({ ...home, sponsored: { links } }), 'section', 'sponsored').flatMap(
      (section) => childrenOf(section).filter(({ tagName }) => tagName === 'ul'),
    )
    expect(list && childrenOf(list).map((item) => textOf(item))).toEqual(
      ['one', 'two', 'three'].map((text) => `See ${text} (opens in a new tab), now`),
    )
  })
})

describe('paid links of one sentence', () => {
  test('are in one list item', () => {
    const links = [LINK, { ...LINK, before: '', continues: true as const }, LINK]
    const items = find(html({ ...home, sponsored: { links } }), 'section', 'sponsored')
      .flatMap(childrenOf)
      .filter(({ tagName }) => tagName === 'ul')
      .flatMap(childrenOf)
    const one = 'A <b> (opens in a new tab), now'
    expect(items.map(textOf)).toEqual([`See ${one}${one}`, `See ${one}`])
  })
})

describe('the heading of paid links', () => {
  const headingAt = (path: string) =>
    find(html({ ...home, path, sponsored }), 'section', 'sponsored').flatMap((section) =>
      childrenOf(section)
        .filter(({ tagName }) => tagName === 'h2')
        .map(textOf),
    )

  test('is one of four, chosen by the path alone [M-240]', () => {
    const paths = Array.from({ length: 40 }, (_, number) => `/articles/article-${number}`)
    for (const path of paths) expect(headingAt(path)).toEqual([HEADINGS[fnvHash(path) % 4]])
    expect(new Set(paths.flatMap(headingAt))).toEqual(new Set(HEADINGS))
  })

  // M-240: every heading says that the links are paid, or a label above it does.
  test.each(LOCALES)(
    'says in %s that the links are paid for, or a label above says so',
    (locale) => {
      const { sponsoredHeadings, sponsored: word } = stringsFor(locale)
      const local = buildShell()
      local.site.locale = locale
      for (const path of ['/', '/expert-advice', '/a', '/b', '/c', '/d', '/e', '/f']) {
        const choice = fnvHash(path) % 4
        const [, section = ''] = renderApp({ ...home, path, sponsored }, local).split(
          '<section class="sponsored"',
        )
        const heading = section.indexOf(`>${sponsoredHeadings[choice]}</h2>`)
        expect(heading).toBeGreaterThan(0)
        const label = section.indexOf(`<p class="sponsored-label">${word}</p>`)
        if (choice === 0) expect(label).toBe(-1)
        else expect(label).toBeGreaterThan(0)
        expect(label).toBeLessThan(heading)
      }
    },
  )

  test('never changes for a path', () => {
    expect(['/', '/expert-advice', '/authors', '/terms'].map((path) => fnvHash(path) % 4)).toEqual([
      2, 1, 2, 1,
    ])
  })
})

type Element = DefaultTreeAdapterTypes.Element
type Parent = DefaultTreeAdapterTypes.ParentNode

const childrenOf = (node: Parent) =>
  node.childNodes.filter((child): child is Element => 'tagName' in child)

const textOf = (node: Parent): string =>
  node.childNodes
    .map((child) => ('value' in child ? child.value : 'childNodes' in child ? textOf(child) : ''))
    .join('')

function find(markup: string, tag: string, className: string): Element[] {
  const walk = (node: Parent): Element[] =>
    childrenOf(node).flatMap((child) => [child, ...walk(child)])
  return walk(parseFragment(markup)).filter(
    ({ tagName, attrs }) =>
      tagName === tag && attrs.some(({ name, value }) => name === 'class' && value === className),
  )
}
