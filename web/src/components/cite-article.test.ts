import { describe, expect, test } from 'vitest'
import type { Locale } from '#shared/contracts/primitives.ts'
import { stringsFor } from '../strings/strings-for.ts'
import { citeArticle } from './cite-article.ts'

const page = {
  author: { title: 'Rafael Dominguez', path: '/authors/rafael-dominguez', description: '' },
  article: {
    title: 'What a bond is',
    updatedAt: '2026-11-27T10:00:00.000Z',
    provenance: 'human' as const,
  },
}
const cite = (of: Parameters<typeof citeArticle>[0]['page'], locale: Locale = 'en_US') =>
  citeArticle({
    page: of,
    site: { title: 'Finlore', locale },
    address: 'https://finlore.example/articles/a',
    day: stringsFor(locale).day,
  })
const textsOf = (of: Parameters<typeof cite>[0]) =>
  cite(of).map(({ style, text }) => `${style}: ${text}`)

describe('an article as a source', () => {
  test('has its author, day, site and address in three styles', () => {
    expect(textsOf(page)).toEqual([
      'APA: Dominguez, R. (2026, November 27). What a bond is. Finlore. https://finlore.example/articles/a',
      'MLA: Dominguez, Rafael. “What a bond is.” Finlore, November 27, 2026, https://finlore.example/articles/a.',
      'Chicago: Dominguez, Rafael. “What a bond is.” November 27, 2026. https://finlore.example/articles/a.',
    ])
  })

  test('names the site in place of somebody who did not write it', () => {
    const article = { ...page.article, provenance: 'generated' as const, title: 'Is it safe?' }
    expect(textsOf({ ...page, article })).toEqual([
      'APA: Finlore. (2026, November 27). Is it safe? https://finlore.example/articles/a',
      'MLA: “Is it safe?” Finlore, November 27, 2026, https://finlore.example/articles/a.',
      'Chicago: Finlore. “Is it safe?” November 27, 2026. https://finlore.example/articles/a.',
    ])
  })

  test.each(['Anna van der Berg', 'Konfuzius'])('does not take %s apart', (title) => {
    for (const text of textsOf({ ...page, author: { ...page.author, title } })) {
      expect(text).toContain(`: ${title}. `)
    }
  })

  test('is written with the marks and the day of its language', () => {
    const [apa, mla] = cite(page, 'ru_RU')
    expect(apa?.text).toContain('(2026, 27 ноября). What')
    expect(mla?.text).toContain('«What a bond is.» Finlore, 27 ноября 2026')
  })
})
