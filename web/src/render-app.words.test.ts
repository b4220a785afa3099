import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import type { Page } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import {
  buildArticle,
  buildFewHits,
  buildPages,
  buildSearch,
  buildSearchInVain,
  buildShell,
} from '../../tests/support/pages/page-builders.ts'
import { renderApp } from './render-app.ts'

/** Attributes whose text readers see or hear. */
const SPOKEN = new Set(['alt', 'aria-description', 'aria-label', 'placeholder', 'title'])
/** Texts that are the same in every language, such as names of other sites. */
const NAMES = new Set([
  'YouTube',
  'Facebook',
  'Instagram',
  '© 2025 Finlore',
  'Atom',
  'RSS',
  'CSV',
  'JSON',
  'EW',
  'AH',
  'Product Reviews: E',
  ': Product Reviews',
])

const headings = ['one', 'two', 'three'].map((id) => ({ id, text: id, level: 2 }))
const { author, category } = buildPages()
const sponsored = {
  links: [{ before: '', text: '§', href: 'https://a.example/', after: '' }],
}

/** Every page kind, and those of their states that have other texts. */
const PAGES: readonly (readonly [string, Page])[] = [
  ...Object.entries(buildPages()),
  [
    'article with everything',
    buildArticle({
      headings,
      provenance: 'generated',
      answeredBy: '§',
      reviewedBy: '§',
      reviewedAt: '2025-06-05T08:00:00.000Z',
      checkedAt: '2025-06-06T08:00:00.000Z',
      answer: '§',
      validFor: 2025,
      corrections: [{ on: '2025-06-06', was: '§', is: '§' }],
      takeaways: ['One'],
      sources: [{ title: 'Source', url: 'https://source.example' }],
      updatedAt: '2025-06-04T08:00:00.000Z',
    }),
  ],
  [
    'author with role and links',
    {
      ...author,
      author: { ...author.author, role: '§', links: ['https://www.a.example/§'] },
    },
  ],
  ['assisted article', buildArticle({ provenance: 'assisted' })],
  ['article with paid links', { ...buildArticle(), sponsored }],
  ['empty category', { ...category, articles: [] }],
  ['empty author', { ...author, articles: [] }],
  ...(['too-short', 'too-long', 'failed', 'results'] as const).map(
    (outcome) => [`search: ${outcome}`, buildSearch({ query: '§', outcome })] as const,
  ),
  [
    'search with results',
    buildSearch({
      query: '§',
      outcome: 'results',
      total: 40,
      hits: [{ title: 'Bonds', path: '/articles/bonds', marks: [] }],
      number: 2,
      pages: 4,
    }),
  ],
  ['search with similar titles', buildFewHits()],
  ['search with similar titles only', { ...buildFewHits(), hits: [], total: 0 }],
  ['search with near terms', buildSearchInVain()],
]

/** The texts that a reader sees or hears, one by one, as far as they contain letters. */
function wordsOn(page: Page, locale: Locale): Set<string> {
  const shell = buildShell()
  shell.site.locale = locale
  const words = new Set<string>()
  collect(parseFragment(renderApp(page, shell)))
  return words

  function add(text: string) {
    if (/\p{L}/u.test(text)) words.add(text.trim())
  }

  function collect(node: DefaultTreeAdapterTypes.ParentNode | DefaultTreeAdapterTypes.ChildNode) {
    if ('value' in node) add(node.value)
    if ('attrs' in node) {
      for (const { name, value } of node.attrs) if (SPOKEN.has(name)) add(value)
    }
    if ('childNodes' in node) for (const child of node.childNodes) collect(child)
  }
}

describe.each(['ru_RU', 'tr_TR'] as const)('in %s', (locale) => {
  test.each(PAGES)('%s shows no text of the English interface [M-010]', (_name, page) => {
    const data = JSON.stringify([page, buildShell()]).replaceAll(/"[^"]*":/g, '')
    const english = wordsOn(page, 'en_US')
    const left = [...wordsOn(page, locale)].filter(
      (text) => english.has(text) && !NAMES.has(text) && !data.includes(text),
    )
    expect(left).toEqual([])
  })
})
