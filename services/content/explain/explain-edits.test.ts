import { describe, expect, test } from 'vitest'
import type { ExplainAnswer } from '#shared/contracts/explanation.ts'
import { tags } from '../changes/tags.ts'
import { printExplanation } from './explain-edits.ts'
import { groupPages, whyRebuilt } from './why-rebuilt.ts'

const OWN = '/articles/bonds'

const answer = (more: Partial<ExplainAnswer> = {}): ExplainAnswer => ({
  pages: [
    { path: '/', tags: ['card:1', 'list:advice'] },
    { path: '/advice', tags: ['list:advice', 'card:1'] },
    { path: '/advice/page/3', tags: ['list:advice:3'] },
    { path: '/articles/shares', tags: ['related:2'] },
    { path: OWN, tags: ['article:1', 'card:9'] },
    { path: '/authors/eve', tags: ['list:author:eve'] },
    { path: '/sitemaps/articles-1.xml', tags: ['sitemap:articles-1'] },
  ],
  total: 7,
  shell: false,
  ...more,
})

const print = (more?: Partial<ExplainAnswer>) =>
  printExplanation({
    path: OWN,
    title: 'Bonds',
    edits: [{ name: 'its title', answer: answer(more) }],
  })

describe('an explanation', () => {
  test('names each page once, with its closest reason', () => {
    expect(groupPages(answer().pages, OWN)).toEqual([
      { reason: 'its own page', paths: [OWN] },
      { reason: 'shows the card of the article', paths: ['/', '/advice'] },
      { reason: 'suggests other articles than before', paths: ['/articles/shares'] },
      {
        reason: 'is a part of the archive of advice that has other articles, or another next part',
        paths: ['/advice/page/3'],
      },
      {
        reason: 'shows the newest of the articles of eve, and how long its archive is',
        paths: ['/authors/eve'],
      },
      {
        reason: 'tells search engines which addresses there are, and when they changed',
        paths: ['/sitemaps/articles-1.xml'],
      },
    ])
  })

  test('has a text for every tag that a page can read', () => {
    const unread = [tags.shell, tags.names, tags.title('1'), tags.draft('1'), tags.siteFile('1')]
    const all = Object.values(tags).map((tag) =>
      typeof tag === 'string' ? tag : Reflect.apply(tag, undefined, ['x', 1]),
    )
    const wordless = all
      .map((tag) => whyRebuilt([tag]).reason)
      .filter((reason) => reason.startsWith('read '))
    expect(wordless).toHaveLength(unread.length)
    for (const tag of unread) expect(wordless).toContain(`read ${tag.replace(/1$/, 'x')}`)
  })

  test('names the tags that it has no text for', () => {
    expect(groupPages([{ path: '/a', tags: ['comet:1'] }], OWN)).toEqual([
      { reason: 'read comet:1', paths: ['/a'] },
    ])
  })

  test('is printed by kind of edit, with counts', () => {
    expect(print({ pages: answer().pages.slice(0, 2), total: 2 })).toBe(
      `What an edit of "Bonds" (/articles/bonds) would rebuild

Its title: 2 pages
  shows the card of the article (2)
    /
    /advice
`,
    )
  })

  test('counts the pages that it does not name', () => {
    const pages = Array.from({ length: 25 }, (_, number) => ({
      path: `/articles/a${number}`,
      tags: ['card:1'],
    }))
    expect(print({ pages, total: 1_025 })).toMatch(
      /^Its title: 1,025 pages\n {2}shows the card of the article \(25\)\n(?: {4}\/articles\/a\d+\n){20} {4}… and 5 more\n {2}and 1,000 pages more\n$/m,
    )
  })

  test('says so when every page would be rebuilt', () => {
    expect(print({ pages: [], total: 0, shell: true })).toContain(
      'Its title: every page, because header, footer or menu would differ\n',
    )
  })

  test('says so when no page would be', () => {
    expect(print({ pages: [], total: 0 })).toContain('Its title: 0 pages\n')
  })
})
