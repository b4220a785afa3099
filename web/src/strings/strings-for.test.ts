import { describe, expect, test } from 'vitest'
import type { Strings } from './strings.ts'
import { stringsFor } from './strings-for.ts'

type Sentences = {
  [K in keyof Strings as Strings[K] extends (...values: never[]) => string ? K : never]: Strings[K]
}

/** The arguments of each text with parameters; the compiler keeps the list complete. */
const FILLINGS: { [K in keyof Sentences]: Parameters<Sentences[K]> } = {
  day: ['2025-03-05T00:30:00.000Z'],
  navigatedTo: ['§'],
  allOf: ['§'],
  articleCount: [2],
  readingTime: [2],
  allArticlesBy: ['§'],
  elsewhere: ['§'],
  figuresOf: [2026],
  answeredBy: ['§'],
  pageOf: ['§', 2],
  pageNumber: [2],
  readArticle: ['§'],
  copyPrompt: ['§'],
  numberLimits: ['§', '2'],
  tableSorted: ['§', 'ascending'],
  authorsIntro: [50],
  someTermsOfLetter: [500],
  newestOfLetter: [500],
  searchNone: ['§'],
  searchCount: [2, '§'],
  searchSeeAll: [2],
  searchSimilarCount: [2],
  searchTermCount: [2],
  searchReason: [
    { kind: 'author', title: '', path: '/', marks: [], explains: '§', without: ['1', '2'] },
  ],
}

/** Every text of a locale, by its name. */
function textsOf(strings: Strings): Record<string, string> {
  const fillings = new Map<string, readonly unknown[]>(Object.entries(FILLINGS))
  return Object.fromEntries(
    Object.entries(strings).flatMap(([name, value]): [string, string][] => {
      if (typeof value === 'string') return [[name, value]]
      if (typeof value === 'function') {
        return [[name, String(Reflect.apply(value, undefined, fillings.get(name) ?? []))]]
      }
      return Object.entries(value).map(([part, text]) => [`${name}.${part}`, String(text)])
    }),
  )
}

const english = textsOf(stringsFor('en_US'))

describe.each(['ru_RU', 'tr_TR'] as const)('the texts of %s', (locale) => {
  const texts = textsOf(stringsFor(locale))

  test('are there for everything [M-010]', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english))
    expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('never equal those of en_US', () => {
    const same = Object.entries(texts).filter(([name, text]) => text === english[name])
    expect(same).toEqual([])
  })

  test('contain their parameters unchanged', () => {
    for (const [name, text] of Object.entries(english)) {
      const gaps = (sentence = '') => [...sentence.matchAll(/§|\d+/g)].map(String).toSorted()
      expect(gaps(texts[name]), name).toEqual(gaps(text))
    }
  })

  test('have no space at their ends and no straight quotes', () => {
    const untidy = Object.entries(texts).filter(([, text]) => /^\s|\s$|["']|\.\.\./.test(text))
    expect(untidy).toEqual([])
  })
})

test('Russian is written in Cyrillic but for the names of a format and of a key', () => {
  const latin = Object.entries(textsOf(stringsFor('ru_RU'))).filter(
    ([name, text]) => name !== 'languageTag' && /[a-z]/i.test(text.replace(/XML|Enter/g, '')),
  )
  expect(latin).toEqual([])
})

describe('counts', () => {
  test.each([
    ['en_US', ['1 article', '2 articles', '5 articles', '21 articles', '1,100 articles']],
    ['ru_RU', ['1 статья', '2 статьи', '5 статей', '21 статья', '1\u00a0100 статей']],
    ['tr_TR', ['1 yazı', '2 yazı', '5 yazı', '21 yazı', '1.100 yazı']],
  ] as const)('take the forms of %s', (locale, expected) => {
    const { articleCount } = stringsFor(locale)
    expect([1, 2, 5, 21, 1100].map(articleCount)).toEqual(expected)
  })

  test.each([
    ['en_US', ['1 title contains “q”', '2 titles contain “q”', '11 titles contain “q”']],
    [
      'ru_RU',
      ['1 заголовок содержит «q»', '2 заголовка содержат «q»', '11 заголовков содержат «q»'],
    ],
    ['tr_TR', ['“q”, 1 başlıkta geçiyor', '“q”, 2 başlıkta geçiyor', '“q”, 11 başlıkta geçiyor']],
  ] as const)('agree with their sentence in %s', (locale, expected) => {
    const { searchCount } = stringsFor(locale)
    expect([1, 2, 11].map((total) => searchCount(total, 'q'))).toEqual(expected)
  })

  test.each([
    ['en_US', ['1 similar title', '2 similar titles', '5 similar titles']],
    ['ru_RU', ['1 похожий заголовок', '2 похожих заголовка', '5 похожих заголовков']],
    ['tr_TR', ['1 benzer başlık', '2 benzer başlık', '5 benzer başlık']],
  ] as const)('of similar titles agree with their noun in %s', (locale, expected) => {
    expect([1, 2, 5].map(stringsFor(locale).searchSimilarCount)).toEqual(expected)
  })

  test('have the case that Russian requires', () => {
    const { authorsIntro, readingTime, searchTooLong, searchTooShort } = stringsFor('ru_RU')
    expect(authorsIntro(1)).toContain('под 1 псевдонимом.')
    expect(authorsIntro(50)).toContain('под 50 псевдонимами.')
    expect([1, 12].map(readingTime)).toEqual(['1 мин чтения', '12 мин чтения'])
    expect(searchTooShort).toContain('3 символов')
    expect(searchTooLong).toContain('200 символов и 40 слов')
  })
})

test.each([
  ['en_US', 'March 5, 2025'],
  ['ru_RU', '5 марта 2025 г.'],
  ['tr_TR', '5 Mart 2025'],
] as const)('days are written the way of %s [M-910]', (locale, expected) => {
  expect(stringsFor(locale).day('2025-03-05T00:30:00.000Z')).toBe(expected)
})

test('en_US has the labels of the specification, word for word [M-219]', () => {
  expect(stringsFor('en_US')).toMatchObject({
    order: 'Order',
    more: 'More',
    moreStuff: 'Have More wonderful Stuff',
    topNotch: 'Top Notch',
    favoriteArticles: 'Favorite Articles',
    termsOfUse: 'Terms of Use',
    sitemapXml: 'Sitemap XML',
  })
  expect(stringsFor('en_US').copyPrompt('{keys}')).toBe('Copy to clipboard: {keys}, Enter')
})
