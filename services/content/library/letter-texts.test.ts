import { expect, test } from 'vitest'
import type { Locale } from '#shared/contracts/primitives.ts'
import { letterOf } from '#shared/text/alphabet.ts'
import { LETTER_TEXTS } from './letter-texts.ts'

test.each<[Locale, string, string]>([
  ['en_US', 'Bond', 'begin with B,'],
  ['en_US', '401(k)', 'begin with a digit or a letter of another alphabet,'],
  ['ru_RU', 'Биржа', 'начинаются на букву «Б»,'],
  ['ru_RU', 'ETF', 'начинаются на латинские буквы,'],
  ['ru_RU', '72, правило', 'начинаются с цифры или с буквы другого алфавита,'],
  ['tr_TR', 'Çek', 'Ç harfi ile başlayan'],
  ['tr_TR', '50/30/20', 'rakam ya da başka bir alfabenin harfi ile başlayan'],
])('in %s, the page with “%s” says: %s', (locale, title, words) => {
  const letter = letterOf(title, locale)
  expect(LETTER_TEXTS[locale].description('Dictionary', letter)).toContain(words)
})
