import { fnvHash } from './fnv-hash.ts'
import { clean } from './fold.ts'

/** The `maxLength` of the slug contract. */
const MAX_LENGTH = 120

/** Letters that lose more than a mark on their way to `a` to `z`. */
const LATIN_OF: Readonly<Record<string, string>> = {
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ə: 'e',
  ŋ: 'n',
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'yo',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  ґ: 'g',
  є: 'ye',
  і: 'i',
  ї: 'yi',
  ў: 'u',
}

/**
 * A readable address for a title or a name: Latin letters without their marks, Cyrillic and Turkish
 * ones transliterated, cut after a word where it would be too long. Different titles may share one.
 *
 * @returns a `Slug`; of text without any such letter or digit, one made from its hash
 */
export function slugify(text: string): string {
  const lower = clean(text).toLowerCase()
  const latin = lower.replace(/[^\0-\x7f]/g, (letter) => LATIN_OF[letter] ?? letter)
  const slug = latin
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return shorten(slug) || `untitled-${fnvHash(lower).toString(36)}`
}

function shorten(slug: string): string {
  if (slug.length <= MAX_LENGTH) return slug
  const lastBorder = slug.lastIndexOf('-', MAX_LENGTH)
  return slug.slice(0, lastBorder === -1 ? MAX_LENGTH : lastBorder)
}
