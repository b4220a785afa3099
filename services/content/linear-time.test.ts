import { describe, expect, test } from 'vitest'
import { growth } from '../../tests/support/machine/cpu-time.ts'
import { groupAds, reasonsAgainstAds } from './ads/ads-document.ts'
import { checkAdAddress } from './ads/parse-ad.ts'
import { checkArticle } from './drafts/check-article.ts'
import { buildVocabulary } from './drafts/vocabulary.ts'
import { parseJsonFile, parseMarkdownFile, parseYamlFile } from './folder/source-text.ts'
import { articleWords, findMentions } from './glossary/find-mentions.ts'
import { buildGlossary } from './glossary/glossary.ts'
import { remarksOnArticle } from './lint/remarks-on-article.ts'
import { noKnownTexts } from './lint/search-texts.ts'
import { findRawHtml } from './markdown/find-raw-html.ts'
import { plainText } from './markdown/plain-text.ts'

/** All input from editors and the ad system must be handled in linear time. */

const SIZE = 100_000
const NOW = new Date('2026-06-01T12:00:00Z')
const vocabulary = buildVocabulary(
  [{ name: 'Eleanor Whitcombe', slug: 'eleanor-whitcombe' }],
  [{ slug: 'expert-advice', fallback: 'stocks', children: [{ slug: 'stocks' }] }],
  { tagline: 'Money in plain words', locale: 'ru_RU' },
)
const glossary = buildGlossary(
  [{ id: 'b', path: '/articles/b', term: 'a bond', also: ['a', 'b c d e f'] } as never],
  'ru_RU',
)

/** Repeats `part` until it has the wanted size, between `before` and `after`. */
const filled =
  (before: string, part: string, after = '') =>
  (size: number) =>
    before + part.repeat(Math.ceil(size / part.length)) + after

/** Texts that make a careless pattern try every position, or that grow when parsed. */
const TEXTS: Record<string, (size: number) => string> = {
  'words and figures': filled('', 'A bond of 1 000 $ costs "more" in 2019-20 than so. '),
  'a heading with blanks inside': filled('# x', ' ', 'y'),
  'a heading with blanks at its end': filled('# x', ' ', '{#'),
  'an id without an end': filled('# x {#', 'a-', '}'),
  'many headings of one name': filled('', '# a\n\n'),
  'one long word': filled('', 'a'),
  'one long row of full stops': filled('a', '.', 'b'),
  'full stops and quotes': filled('', '."'),
  'open brackets': filled('', '['),
  'open images': filled('', '!['),
  'images in images': (size) => filled('', '![')(size / 2) + filled('', '](a)')(size / 2),
  'links that do not end': filled('', '[a]('),
  'links of one line': filled('', '[a](/b) '),
  'different links of one line': (size) =>
    Array.from({ length: size / 14 }, (_, place) => `[a](/b${place + 100_000})`).join(' '),
  'references to one address': filled(`[a]: /${'b'.repeat(500)}\n\n`, '[a] '),
  'different references': (size) =>
    Array.from({ length: size / 40 }, (_, place) => `[a${place}]: /${place}x\n\n[a${place}] `).join(
      '',
    ),
  emphasis: filled('', '*a **b '),
  'code without an end': filled('', '`a``'),
  'quotations in one another': filled('', '> '),
  'lists in one another': filled('', '- '),
  quotes: filled('', `"a' `),
  addresses: filled('', 'a@b. '),
  'half of an address': filled('@', 'a.b"'),
  entities: filled('', '&a'),
  'raw HTML': filled('', '<a href="'),
  'a comment without an end': filled('', '<!-- '),
  'a table with a long heading': (size) =>
    `|a|${'b'.repeat(size / 2)}|\n|-|-|\n${'|c|d|\n'.repeat(size / 12)}`,
  'tables under a long heading': (size) =>
    `# ${'b'.repeat(size / 2)}\n\n${'|a|\n|-|\n\n'.repeat(size / 20)}`,
  'line breaks': filled('a', '\n', 'b'),
  marks: filled('', '\u0301'),
}

describe('a text', () => {
  test.each(Object.entries(TEXTS))('of %s is read in linear time [T7]', (_name, make) => {
    const read = (body: string) => {
      const draft = {
        title: 'T',
        description: 'D',
        body,
        entities: [{ category: 'expert-advice' }],
      }
      const checked = checkArticle(draft, vocabulary, NOW, '/articles/t')
      remarksOnArticle('', draft, checked, { locale: 'ru_RU', now: NOW, known: noKnownTexts() })
      const { html } = checked.rendered
      findMentions(html, articleWords(html, 'ru_RU'), 'a', glossary)
      plainText(html)
      findRawHtml(body)
    }
    expect(growth(make, SIZE, read)).toBeLessThan(5)
  })

  test.each(['title', 'description', 'author'])(
    'as a %s is read in linear time as well',
    (field) => {
      for (const make of Object.values(TEXTS)) {
        const check = (text: string) => {
          const draft = { title: 'T', body: 'b', entities: [], [field]: text }
          const checked = checkArticle(draft, vocabulary, NOW, '/articles/t')
          remarksOnArticle('', draft, checked, { locale: 'ru_RU', now: NOW, known: noKnownTexts() })
        }
        expect(growth(make, SIZE, check)).toBeLessThan(5)
      }
    },
  )
})

const ENDS: [string, (size: number) => string][] = [
  ['slashes inside', filled('/a', '/', 'a')],
  ['slashes', filled('', '/')],
  ['blanks inside', filled('https://a.example/', ' ', 'b')],
  ['blanks', filled('', ' ')],
  ['question marks', filled('/a', '?#', 'b')],
]
test.each(ENDS)('an ad key or address of %s is read in linear time [T7]', (_name, make) => {
  expect(growth(make, SIZE, (key) => groupAds({ [key]: ['x'] }))).toBeLessThan(5)
  expect(growth(make, SIZE, checkAdAddress)).toBeLessThan(5)
})

const nested = (open: string, close: string) => (size: number) =>
  open.repeat(size / 2 / open.length) + close.repeat(size / 2 / open.length)
const keys = (line: (key: number) => string) => (size: number) =>
  Array.from({ length: size / line(0).length }, (_, key) => line(key)).join('')

const FILES: Record<string, (size: number) => string> = {
  'different names': keys((key) => `k${key + 100_000}: 1\n`),
  'one name': filled('', 'k: 1\n'),
  'different names in braces': (size) =>
    `{${keys((key) => `"k${key + 100_000}": 1, `)(size)}"z": 1}`,
  'one name in braces': (size) => `{${filled('', '"k": 1, ')(size)}"z": 1}`,
  'lists in one another': nested('[', ']'),
  'mistakes on one line': filled('{', 'a,,'),
  references: filled('a: &a x\nb: [', '*a, ', ']\n'),
  comments: filled('', '# a\n'),
  'one long text': filled('a: "', 'b ', '"\n'),
  'three hyphens': filled('---\n', '--- x\n'),
}

describe('a file', () => {
  test.each(Object.entries(FILES))('of %s is read in linear time [T7]', (_name, make) => {
    const read = (text: string) => {
      for (const source of [
        parseYamlFile('a.yaml', text),
        parseJsonFile('a.json', text),
        parseMarkdownFile('a.md', `---\n${text}\n---\nb`),
      ]) {
        source.locate(reasonsAgainstAds(source.value))
      }
    }
    expect(growth(make, SIZE, read)).toBeLessThan(5)
  })
})
