import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { growth } from '../../../tests/support/machine/cpu-time.ts'
import { LOCALES } from '../contracts/primitives.ts'
import { typeset } from './typeset.ts'

/** Shown, so that spaces can be told apart in a failure. */
const set = (text: string, locale: (typeof LOCALES)[number]) =>
  typeset(text, locale).replaceAll('\u00a0', '_')

describe('English', () => {
  test.each([
    ['He said "yes".', 'He said “yes”.'],
    ['"Share savings", "share draft"', '“Share savings”, “share draft”'],
    ['("so")', '(“so”)'],
    ['He wrote "she said \'no\' twice".', 'He wrote “she said ‘no’ twice”.'],
    ['"She said "no" twice"', '“She said ‘no’ twice”'],
    ["a child's money, the parents' rate", 'a child’s money, the parents’ rate'],
    ["the '90s and '08, 'tis", 'the ’90s and ’08, ’tis'],
    ["rock 'n' roll", 'rock ‘n’ roll'],
    ['a 12" disc and 6\' tall', 'a 12" disc and 6\' tall'],
    ['" alone', '" alone'],
    ['It is "open', 'It is "open'],
    ['“done” it’s', '“done” it’s'],
    ['from 2019-2024, pages 5-10', 'from 2019–2024, pages 5–10'],
    ['the 2024-25 form', 'the 2024–25 form'],
    ['$5-10 or 401-403.', '$5–10 or 401–403.'],
    ['2026-11, 2026-11-17, 555-0199, 555-1234', '2026-11, 2026-11-17, 555-0199, 555-1234'],
    ['09-31, 1099-INT, 10-K, 50-30-20, 60-40', '09-31, 1099-INT, 10-K, 50-30-20, 60-40'],
    ['/a/1-2, x.1-2, 1-2.5, #1-2', '/a/1-2, x.1-2, 1-2.5, #1-2'],
    ['$2.5 million and 5 percent', '$2.5_million and 5_percent'],
    ['a b 5 years', 'a b 5 years'],
  ])('%s', (written, shown) => {
    expect(set(written, 'en_US')).toBe(shown)
  })
})

describe('Russian', () => {
  test.each([
    ['слово "вклад"', 'слово «вклад»'],
    ['"закон "О банках" принят"', '«закон „О_банках“ принят»'],
    ['«закон "О банках" принят»', '«закон „О_банках“ принят»'],
    ['Срок — год', 'Срок_— год'],
    ['100 000 ₽, 5 лет, 20 %', '100_000_₽, 5_лет, 20_%'],
    ['3 млн ₽, 6 тыс. руб.', '3_млн_₽, 6_тыс._руб.'],
    ['1 234 567 рублей', '1_234_567_рублей'],
    ['20 инвестиционных фондов', '20 инвестиционных фондов'],
    ['№ 39-ФЗ, ст. 5', '№_39-ФЗ, ст._5'],
    ['и в банке, и не в нём', 'и_в_банке, и_не_в_нём'],
    ['Он бы знал ли', 'Он_бы знал_ли'],
    ['слова и дела', 'слова и_дела'],
    ['2019-2024', '2019–2024'],
    ['№ 12-34', '№_12-34'],
  ])('%s', (written, shown) => {
    expect(set(written, 'ru_RU')).toBe(shown)
  })
})

describe('Turkish', () => {
  test.each([
    ['İstanbul\'da 2026\'nın "kur"u', 'İstanbul’da 2026’nın “kur”u'],
    ['yüzde 12, 100 lira, 5 milyon TL', 'yüzde_12, 100_lira, 5_milyon_TL'],
    ['20 Haziran 2026’da, 3 Ekimli', '20_Haziran 2026’da, 3 Ekimli'],
    ["100 TL'nin gücü", '100_TL’nin gücü'],
    ['"Kur nereye gider?" sorusu', '“Kur nereye gider?” sorusu'],
  ])('%s', (written, shown) => {
    expect(set(written, 'tr_TR')).toBe(shown)
  })
})

describe('a long text takes as long as the same in ten short ones', () => {
  const parts = ['"a ', "'a ", '"a \'b ', "a' ", '«"a ', '1-2 ', '1-', '1 ', '111 ', '1 a ', '— ']
  test.each([...parts, '1 million ', 'yüzde 1 ', 'bin ', '№ 1 ', 'и ', 'бы ', ' '])(
    '%j',
    (part) => {
      const make = (size: number) => part.repeat(size / part.length)
      for (const locale of LOCALES) {
        expect(growth(make, 100_000, (text) => typeset(text, locale))).toBeLessThan(4)
      }
    },
  )
})

test('positions in the text do not move', () => {
  const part = fc.constantFrom(
    ...['"', "'", '«', '»', '“', '’', ' ', '\u00a0', '\n', '-', '–', '—', '.', ',', '(', ')', '№'],
    ...['a', 'б', 'в', 'ı', '1', '12', '2024', '%', '₽', 'TL', 'yüzde', 'и', 'бы', '\ufffc', '👍'],
  )
  const text = fc.array(part, { maxLength: 16 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, fc.constantFrom(...LOCALES), (written, locale) => {
      expect(typeset(written, locale)).toHaveLength(written.length)
    }),
    { numRuns: 5_000 },
  )
})
