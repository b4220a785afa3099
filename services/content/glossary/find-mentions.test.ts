import { describe, expect, test } from 'vitest'
import type { Locale } from '#shared/contracts/primitives.ts'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { articleWords, findMentions, wordHashes } from './find-mentions.ts'
import { buildGlossary, type GlossaryTerm, parseForm } from './glossary.ts'
import { wordHash } from './words.ts'

interface Wanted {
  locale?: Locale
  terms: (string | { term: string; also?: string[]; article?: string; definition?: null })[]
  /** The article that is searched. */
  article?: string
}

const termsOf = (terms: Wanted['terms']): GlossaryTerm[] =>
  terms.map((entry) => {
    const {
      term,
      also = [],
      article,
      definition = 'It is.',
    } = typeof entry === 'string' ? { term: entry } : entry
    const id = definition === null ? `${term} of ${article}` : `id of ${term}`
    return { id, article: article ?? `article of ${term}`, term, also, definition }
  })

/** The mentions in a Markdown text, as `term: the linked words`. */
function mentionsIn(markdown: string, { locale = 'en_US', terms, article = 'x' }: Wanted) {
  const { html } = renderMarkdown(markdown, 'A title', locale)
  const words = articleWords(html, locale)
  const found = findMentions(html, words, article, buildGlossary(termsOf(terms), locale))
  return found.map(
    ({ term, starts, ends }) => `${term.replace('id of ', '')}: ${html.slice(starts, ends)}`,
  )
}

const YIELD = { terms: ['yield'] }

describe('a term is mentioned', () => {
  test.each([
    ['in a paragraph', 'A yield.'],
    ['in a list', '- one\n- yield'],
    ['in a quote', '> yield'],
    ['in a cell of a table', '| a |\n|---|\n| yield |'],
    ['in the name of a row', '| a | b |\n|---|---|\n| yield | 1 |'],
    ['inside an emphasis', 'a **yield** is'],
    ['between emphases', '*a* yield **b**'],
    ['beside code and links', '`a` yield [b](/b)'],
    ['before a line break', 'yield\nmore'],
    ['behind an entity', 'a &amp; b < yield'],
  ])('%s', (_name, markdown) => {
    expect(mentionsIn(markdown, YIELD)).toEqual(['yield: yield'])
  })

  test.each([
    ['in a heading', '## yield'],
    ['in the head of a table', '| yield |\n|---|\n| b |'],
    ['in code', '`yield` and\n\n```\nyield\n```\n\n    yield'],
    ['in a link', '[yield](/a)'],
    ['in the text of a picture', '![yield](/a.png "yield")'],
    ['in the address of a link', '[a](/yield "yield")'],
    ['in the name of an entity', 'A & B', { terms: ['amp'] }],
    ['as part of a word', 'yields Yielding re-yield yield-like'],
    ['as part of a word that is emphasized in part', '**yield**s, un*yield*, a *yield***s**'],
    ['as part of an address', 'yield.example name@yield a_yield'],
    ['as what follows an apostrophe', "un'yield"],
    ['beyond the end of a paragraph', 'real\n\nyield', { terms: ['real yield'] }],
    ['beyond the end of an emphasis', 'real *yield*', { terms: ['real yield'] }],
  ])('not %s', (_name, markdown, wanted: Wanted = YIELD) => {
    expect(mentionsIn(markdown, wanted)).toEqual([])
  })

  test('once, at its first occurrence, in any of its forms', () => {
    const terms = [{ term: 'bond', also: ['bonds'] }]
    expect(mentionsIn('Two bonds, one bond, bonds.', { terms })).toEqual(['bond: bonds'])
  })

  test('in any case, except for one of capitals, which matches capitals only', () => {
    expect(mentionsIn('YIELD', YIELD)).toEqual(['yield: YIELD'])
    expect(mentionsIn('the sec rules', { terms: ['SEC'] })).toEqual([])
    expect(mentionsIn('the SEC rules', { terms: ['SEC'] })).toEqual(['SEC: SEC'])
    const both = { terms: [{ term: 'SEC' }, { term: 'sec', article: 'seconds' }] }
    expect(mentionsIn('a sec, the SEC', both)).toEqual(['sec: sec', 'SEC: SEC'])
  })

  test('by its longest form, which hides the forms inside it', () => {
    const terms = ['fund', 'mutual fund', 'mutual fund share class']
    expect(mentionsIn('A mutual fund. A mutual fund. A fund.', { terms })).toEqual([
      'mutual fund: mutual fund',
      'fund: fund',
    ])
    expect(mentionsIn('mutual fund share', { terms })).toEqual(['mutual fund: mutual fund'])
  })

  test.each([
    ['two words', 'money market', 'the money\u00a0market', 'money\u00a0market'],
    ['two lines', 'money market', 'the money\nmarket', 'money\nmarket'],
    [
      'a hyphen for a blank',
      'exchange-traded fund',
      'Exchange traded fund',
      'Exchange traded fund',
    ],
    [
      'a blank for a hyphen',
      'exchange traded fund',
      'exchange‑traded fund',
      'exchange‑traded fund',
    ],
    ['a slash', 'P/E ratio', 'the P/E ratio', 'P/E ratio'],
    ['a bracket at the end', '401(k)', 'A 401(k), too', '401(k)'],
    ['an ampersand', 'S&P 500', 'The S&P 500 fell', 'S&amp;P 500'],
    ['an apostrophe', 'Moody’s', "Moody's says", 'Moody’s'],
    ['a possessive', 'bond', 'a bond’s price', 'bond'],
    ['a soft hyphen', 'yield', 'the yi\u00adeld', 'yi\u00adeld'],
    ['a letter and its accent apart', 'café', 'cafe\u0301 yield', 'cafe\u0301'],
    ['an en dash around it', 'yield', 'price–yield–risk', 'yield'],
    ['digits', '52-week high', 'a 52-week high', '52-week high'],
  ])('with %s', (_name, term, text, linked) => {
    expect(mentionsIn(text, { terms: [term] })).toEqual([`${term}: ${linked}`])
  })

  test.each([
    ['ё and е', 'счёт', 'накопительный счет', 'счет'],
    ['е and ё', 'счет', 'Счёт открыт', 'Счёт'],
    ['й in two characters', 'заём', 'Займ, зае\u0308м', 'зае\u0308м'],
    ['a capital', 'облигация', 'ОБЛИГАЦИЯ', 'ОБЛИГАЦИЯ'],
    ['an abbreviation', 'ОФЗ', 'по ОФЗ-ПД и ОФЗ.', 'ОФЗ'],
  ])('in Russian with %s', (_name, term, text, linked) => {
    expect(mentionsIn(text, { locale: 'ru_RU', terms: [term] })).toEqual([`${term}: ${linked}`])
  })

  test.each([
    ['İ of i', 'ihraç', 'İHRAÇ edilen', 'İHRAÇ'],
    ['I of ı', 'faiz oranı', 'FAİZ ORANI', 'FAİZ ORANI'],
    ['a suffix behind an apostrophe', 'BES', "BES'in getirisi", 'BES'],
    ['the other apostrophe', 'TÜFE', 'TÜFE’nin', 'TÜFE'],
    ['a circumflex', 'kâr payı', 'Kâr payı', 'Kâr payı'],
  ])('in Turkish with %s', (_name, term, text, linked) => {
    expect(mentionsIn(text, { locale: 'tr_TR', terms: [term] })).toEqual([`${term}: ${linked}`])
  })

  test('in Turkish not with another letter', () => {
    const wanted: Wanted = { locale: 'tr_TR', terms: ['ihraç', 'kâr', 'sınır'] }
    expect(mentionsIn('ıhraç kar sinir IHRAÇ', wanted)).toEqual([])
  })
})

describe('of the terms of an article', () => {
  test('no more than 8 are mentioned: the first ones', () => {
    const names = Array.from({ length: 12 }, (_, index) => `term${index}`)
    const found = mentionsIn(names.toReversed().join(' '), { terms: names })
    expect(found).toEqual(
      names
        .toReversed()
        .slice(0, 8)
        .map((name) => `${name}: ${name}`),
    )
  })

  test('none is in the picture of a chart, but in its caption and its table', () => {
    const rows = '| fund | 1 |\n| yield | 2 |\n| other | 3 |'
    const chart = (caption: string) =>
      `: ${caption} {#c chart=bars}\n\n| a | b |\n|---|---|\n${rows}`
    expect(mentionsIn(chart('Costs'), YIELD)).toEqual(['yield: yield'])
    const { html } = renderMarkdown(chart('Costs'), 'A title', 'en_US')
    const words = articleWords(html, 'en_US')
    const [mention] = findMentions(html, words, 'x', buildGlossary(termsOf(['yield']), 'en_US'))
    expect(mention?.starts).toBeGreaterThan(html.indexOf('<table>'))
  })

  test('none is one that the article explains itself, or one inside such a term', () => {
    const terms = [{ term: 'mutual fund', also: ['open fund'], article: 'x' }, 'fund']
    expect(mentionsIn('A mutual fund, an open fund.', { terms, article: 'x' })).toEqual([])
    expect(mentionsIn('A mutual fund, a fund.', { terms, article: 'x' })).toEqual(['fund: fund'])
  })

  test('none is a word that means something else in the article', () => {
    const terms = ['dividend', { term: 'dividend', article: 'x', definition: null }]
    expect(mentionsIn('a dividend', { terms, article: 'x' })).toEqual([])
    expect(mentionsIn('a dividend', { terms, article: 'y' })).toEqual(['dividend: dividend'])
  })

  test('none is one that another article explains as well', () => {
    const terms = [
      { term: 'bond', article: 'first' },
      { term: 'Bond', article: 'second' },
    ]
    expect(mentionsIn('a bond', { terms, article: 'first' })).toEqual([])
    expect(mentionsIn('a bond', { terms, article: 'second' })).toEqual([])
  })
})

test('of two terms with one form, it belongs to the one with that name, in any order', () => {
  const named = { id: 'z', article: 'a', term: 'APR', also: [], definition: 'It is.' }
  const other = {
    id: 'a',
    article: 'b',
    term: 'annual rate',
    also: ['APR', 'rate'],
    definition: 'It is.',
  }
  const later = { id: 'b', article: 'c', term: 'yearly rate', also: ['rate'], definition: 'It is.' }
  for (const terms of [
    [named, other, later],
    [later, other, named],
  ]) {
    const glossary = buildGlossary(terms, 'en_US')
    const html = '<p>APR and rate</p>'
    const found = findMentions(html, articleWords(html, 'en_US'), 'x', glossary)
    expect(found.map(({ term }) => term)).toEqual(['z', 'a'])
  }
})

test('an article has the hashes of the words of every mentioned form', () => {
  const texts = ['The S&P 500 and 401(k)', 'Exchange‑traded ETF’s', 'yi\u00adeld', 'CAFE\u0301']
  const forms = ['S&P 500', '401(k)', 'exchange traded', 'yield', 'café']
  const html = texts.map((text) => renderMarkdown(text, '', 'en_US').html).join('')
  const hashes = new Set(wordHashes(articleWords(html, 'en_US')))
  for (const form of forms) {
    for (const word of parseForm(form, 'en_US')?.words ?? ['nothing']) {
      expect(hashes, `${word} of ${form}`).toContain(wordHash(word))
    }
  }
})

test('an ampersand that begins no entity does not end the search', () => {
  const { starts } = articleWords('<p>rock & roll</p>', 'en_US')
  expect(starts).toEqual([3, 10])
})
