import { expect, test } from 'vitest'
import { LIST_TEXTS } from './list-texts.ts'

test.each([
  ['en_US', 'ETFs, page 2', 'ETFs, Reviews: page 2 of the archive'],
  ['ru_RU', 'ETFs, страница 2', 'ETFs, Reviews: страница 2 архива'],
  ['tr_TR', 'ETFs, sayfa 2', 'ETFs, Reviews: arşivin en eski yazılardan başlayarak 2. sayfası.'],
] as const)('names a page of an archive in %s', (locale, title, description) => {
  const words = LIST_TEXTS[locale]
  expect(words.title('ETFs', 2)).toBe(title)
  expect(words.description(['ETFs', 'Reviews'], 2)).toContain(description)
  expect(words.ofSitemap(2)).toContain('2')
})
