import type { Locale } from '../contracts/primitives.ts'
import { clean } from './fold.ts'
import { languageTag } from './language-tag.ts'

/** Raise it when any title would stand under another letter: what is stored is then computed again. */
export const ALPHABET_VERSION = 2

/** A place in an alphabetical list. */
export interface Letter {
  /** As readers see it. */
  letter: string
  /** How it stands in addresses: lower-case ASCII, stable, unlike that of any other letter. */
  key: string
}

/**
 * Where titles stand that begin with a digit, or with a letter that is neither in the alphabet nor
 * made from one of its letters, and those that have neither digits nor letters.
 */
export const OTHER: Letter = { letter: '#', key: '0-9' }

/** Words that Russian texts write in Latin letters (ETF, IPO) are looked for under these. */
export const LATIN: Letter = { letter: 'A–Z', key: 'latin' }

/**
 * What differs from the letter itself in lower case. Addresses are ASCII, so the letters of Turkish
 * that ASCII lacks are spelled out, and `i` is the dotted one, as it is in a Turkish slug.
 */
const KEYS: Readonly<Record<string, string>> = {
  Ç: 'c-cedilla',
  Ğ: 'g-breve',
  I: 'dotless-i',
  İ: 'i',
  Ö: 'o-umlaut',
  Ş: 's-cedilla',
  Ü: 'u-umlaut',
  А: 'a',
  Б: 'b',
  В: 'v',
  Г: 'g',
  Д: 'd',
  Е: 'e',
  Ж: 'zh',
  З: 'z',
  И: 'i',
  Й: 'y',
  К: 'k',
  Л: 'l',
  М: 'm',
  Н: 'n',
  О: 'o',
  П: 'p',
  Р: 'r',
  С: 's',
  Т: 't',
  У: 'u',
  Ф: 'f',
  Х: 'kh',
  Ц: 'ts',
  Ч: 'ch',
  Ш: 'sh',
  Щ: 'shch',
  Ы: 'yeru',
  Э: 'eh',
  Ю: 'yu',
  Я: 'ya',
}

const ENGLISH = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
// Q, W and X are no letters of Turkish, but names of companies and measures begin with them.
const TURKISH = 'ABCÇDEFGĞHIİJKLMNOÖPQRSŞTUÜVWXYZ'
// Ё is filed with Е, as dictionaries do, because most texts print Е for it. No word begins with Ъ or
// Ь; with Ы, only a few names of places do.
const RUSSIAN = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЫЭЮЯ'

const lettersIn = (alphabet: string, keys: Readonly<Record<string, string>> = {}): Letter[] =>
  Array.from(alphabet, (letter) => ({ letter, key: keys[letter] ?? letter.toLowerCase() }))

const ALPHABETS: Readonly<Record<Locale, readonly Letter[]>> = {
  en_US: [...lettersIn(ENGLISH), OTHER],
  ru_RU: [...lettersIn(RUSSIAN, KEYS), LATIN, OTHER],
  tr_TR: [...lettersIn(TURKISH, KEYS), OTHER],
}

/** The letters under which titles of a locale can stand, in the order of its alphabet. */
export const alphabetOf = (locale: Locale): readonly Letter[] => ALPHABETS[locale]

/** The letter that an address names; `undefined` when it names none of the locale's. */
export const letterWithKey = (key: string, locale: Locale): Letter | undefined =>
  ALPHABETS[locale].find((letter) => letter.key === key)

/** Latin letters that lose more than a mark on their way to one of the 26. */
const PLAIN_OF: Readonly<Record<string, string>> = {
  Æ: 'A',
  Œ: 'O',
  Ø: 'O',
  Đ: 'D',
  Ð: 'D',
  Þ: 'T',
  Ł: 'L',
  Ħ: 'H',
  ẞ: 'S',
}

/** Quotes, dashes, currency signs and blanks before the first word. */
const BEFORE_FIRST_WORD = /^[^\p{L}\p{N}]+/u

/**
 * The letter under which a title stands: that of its first word, whatever signs come before it. A
 * letter that the alphabet lacks stands with the one it is made from: É with E in English, Â with A
 * in Turkish.
 */
export function letterOf(title: string, locale: Locale): Letter {
  const [first = ''] = wordsIn(title)
  // The one pair of case that is Turkish only; of `ı`, every locale makes `I`.
  const [upper = ''] = locale === 'tr_TR' && first === 'i' ? 'İ' : first.toUpperCase()
  for (const letter of [upper, withoutMarks(upper, locale), PLAIN_OF[upper]]) {
    const known = ALPHABETS[locale].find((entry) => entry.letter === letter)
    if (known) return known
    if (locale === 'ru_RU' && letter !== undefined && ENGLISH.includes(letter)) return LATIN
  }
  return OTHER
}

const wordsIn = (title: string) => clean(title).replace(BEFORE_FIRST_WORD, '')

function withoutMarks(upper: string, locale: Locale): string | undefined {
  const [letter] = upper.normalize('NFKD').toUpperCase()
  // `Î` is `î` in lower case, and that is an `i`.
  return locale === 'tr_TR' && letter === 'I' ? 'İ' : letter
}

/**
 * A person's name as an alphabetical list files it: English and Russian lists go by the family name,
 * which is the last word; Turkish ones by the name as it is spoken.
 */
export function filingName(name: string, locale: Locale): string {
  const words = name.split(' ')
  return locale === 'tr_TR' ? name : [words.at(-1), ...words.slice(0, -1)].join(' ')
}

/**
 * In the order of the locale's alphabet: by letter, then as its dictionaries order words, numbers by
 * their size. Equal titles are in the order of their addresses.
 *
 * @param filedAs what an item is looked for under
 */
export function sortByTitle<T extends { title: string; path: string }>(
  items: readonly T[],
  locale: Locale,
  filedAs = ({ title }: T) => title,
): T[] {
  const { compare } = new Intl.Collator(languageTag(locale), { numeric: true })
  return items
    .map((item) => ({
      item,
      words: wordsIn(filedAs(item)),
      place: ALPHABETS[locale].indexOf(letterOf(filedAs(item), locale)),
    }))
    .sort(
      (a, b) =>
        a.place - b.place || compare(a.words, b.words) || (a.item.path < b.item.path ? -1 : 1),
    )
    .map(({ item }) => item)
}
