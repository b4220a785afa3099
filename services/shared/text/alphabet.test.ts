import { describe, expect, test } from 'vitest'
import { hasShape } from '../check-shape.ts'
import { LOCALES, type Locale, Slug } from '../contracts/primitives.ts'
import { alphabetOf, letterOf, letterWithKey, sortByTitle } from './alphabet.ts'

const bar = (locale: Locale) =>
  alphabetOf(locale)
    .map(({ letter }) => letter)
    .join(' ')
const keys = (locale: Locale) =>
  alphabetOf(locale)
    .map(({ key }) => key)
    .join(' ')

describe('the alphabet of a locale', () => {
  test('has the order of its dictionaries', () => {
    expect(bar('en_US')).toBe('A B C D E F G H I J K L M N O P Q R S T U V W X Y Z #')
    expect(bar('ru_RU')).toBe('А Б В Г Д Е Ж З И Й К Л М Н О П Р С Т У Ф Х Ц Ч Ш Щ Ы Э Ю Я A–Z #')
    expect(bar('tr_TR')).toBe('A B C Ç D E F G Ğ H I İ J K L M N O Ö P Q R S Ş T U Ü V W X Y Z #')
  })

  test('has a fixed address for each letter', () => {
    expect(keys('en_US')).toBe('a b c d e f g h i j k l m n o p q r s t u v w x y z 0-9')
    expect(keys('ru_RU')).toBe(
      'a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch yeru eh yu ya latin 0-9',
    )
    expect(keys('tr_TR')).toBe(
      'a b c c-cedilla d e f g g-breve h dotless-i i j k l m n o o-umlaut p q r s s-cedilla t u ' +
        'u-umlaut v w x y z 0-9',
    )
  })

  test.each(LOCALES)('of %s is read back from addresses', (locale) => {
    for (const letter of alphabetOf(locale)) {
      expect(letterWithKey(letter.key, locale)).toBe(letter)
      expect(hasShape(Slug, letter.key)).toBe(true)
    }
    expect(letterWithKey('A', locale)).toBeUndefined()
    expect(letterWithKey('', locale)).toBeUndefined()
  })
})

describe('the letter of a title', () => {
  test.each<[Locale, string, string]>([
    ['en_US', 'Bond', 'B'],
    ['en_US', 'yield', 'Y'],
    ['en_US', 'Émile', 'E'],
    ['en_US', 'E\u0301mile', 'E'],
    ['en_US', 'Ørsted', 'O'],
    ['en_US', 'ıota', 'I'],
    ['en_US', 'ﬁxed rate', 'F'],
    ['en_US', 'ßeta', 'S'],
    ['en_US', '“Buy and hold”', 'B'],
    ['en_US', '  — the spread', 'T'],
    ['en_US', '\u200bAsset', 'A'],
    ['en_US', '401(k) plan', '#'],
    ['en_US', '$100 a month', '#'],
    ['en_US', '½ point', '#'],
    ['en_US', 'Биржа', '#'],
    ['en_US', '定期預金', '#'],
    ['en_US', '?!', '#'],
    ['en_US', '', '#'],
    ['ru_RU', 'Акция', 'А'],
    ['ru_RU', 'акция', 'А'],
    ['ru_RU', 'Ёмкость рынка', 'Е'],
    ['ru_RU', 'е\u0308мкость рынка', 'Е'],
    ['ru_RU', 'Йена', 'Й'],
    ['ru_RU', 'И\u0306ена', 'Й'],
    ['ru_RU', '«Голубые фишки»', 'Г'],
    ['ru_RU', 'Ыгыатта', 'Ы'],
    ['ru_RU', 'ETF', 'A–Z'],
    ['ru_RU', 'éclair', 'A–Z'],
    ['ru_RU', '72, правило', '#'],
    ['ru_RU', 'Їжак', '#'],
    ['tr_TR', 'ihracat', 'İ'],
    ['tr_TR', 'İhracat', 'İ'],
    ['tr_TR', 'I\u0307hracat', 'İ'],
    ['tr_TR', 'ısı', 'I'],
    ['tr_TR', 'Işık', 'I'],
    ['tr_TR', 'îman', 'İ'],
    ['tr_TR', 'Çek', 'Ç'],
    ['tr_TR', 'c\u0327ek', 'Ç'],
    ['tr_TR', 'ğ', 'Ğ'],
    ['tr_TR', 'ödeme', 'Ö'],
    ['tr_TR', 'Şirket', 'Ş'],
    ['tr_TR', 'ücret', 'Ü'],
    ['tr_TR', 'Âdil', 'A'],
    ['tr_TR', 'Warrant', 'W'],
    ['tr_TR', '50/30/20 kuralı', '#'],
  ])('in %s, of “%s”, is %s', (locale, title, letter) => {
    expect(letterOf(title, locale).letter).toBe(letter)
  })
})

describe('titles in order', () => {
  const sorted = (locale: Locale, ...titles: string[]) =>
    sortByTitle(
      titles.map((title, index) => ({ title, path: `/${index}` })),
      locale,
    ).map(({ title }) => title)

  test('are in the order of the locale, and those without a letter come last', () => {
    expect(sorted('en_US', '401(k)', 'Zero', 'émigré', 'Eagle', 'Envoy', '“Bond”')).toEqual([
      ...['“Bond”', 'Eagle', 'émigré', 'Envoy', 'Zero', '401(k)'],
    ])
    expect(sorted('tr_TR', 'Şirket', 'Sermaye', 'İhracat', 'Isı', 'Çek', 'Cari', 'Tahvil')).toEqual(
      ['Cari', 'Çek', 'Isı', 'İhracat', 'Sermaye', 'Şirket', 'Tahvil'],
    )
    expect(
      sorted('ru_RU', 'ETF', 'Ёмкость', 'Евро', 'Ещё', 'Яма', '100', 'Йена', 'Инфляция'),
    ).toEqual(['Евро', 'Ёмкость', 'Ещё', 'Инфляция', 'Йена', 'Яма', 'ETF', '100'])
  })

  test('order numbers by value', () => {
    expect(sorted('en_US', 'Rule of 110', 'Rule of 72')).toEqual(['Rule of 72', 'Rule of 110'])
  })

  test('that are equal are in the order of their addresses', () => {
    const twins = ['/b', '/a', '/c'].map((path) => ({ title: 'Bond', path }))
    expect(sortByTitle(twins, 'en_US').map(({ path }) => path)).toEqual(['/a', '/b', '/c'])
  })
})
