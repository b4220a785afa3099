import type { Locale } from '#shared/contracts/primitives.ts'
import { fnvHash } from '#shared/text/fnv-hash.ts'
import { clean, fold, foldTr } from '#shared/text/fold.ts'

/** Goes up when other words or mentions would be found in the same text: all is then linked anew. */
export const LINKER_VERSION = 2

/** The words of an HTML text in their order. Columns instead of objects: there are a thousand in each. */
export interface Words {
  /** Where each begins and, exclusive, ends: UTF-16 units of the HTML. */
  starts: number[]
  ends: number[]
  /** Of each folded word; see {@link hashOf}. */
  hashes: number[]
  /** In which range it stands. Words of different ranges are no neighbours. */
  ranges: number[]
  /** Without differences of case, and of Russian `ё` and `е`. */
  foldedAt(index: number): string
}

/** Of a word, what is kept to find its articles: two words may share it, and one has only one. */
export const hashOf = (folded: string) => fnvHash(folded) | 0

/**
 * The words in some ranges of an HTML text without tags. Letters and digits make words; of an
 * apostrophe and a hyphen inside, whoever looks for something decides what they mean.
 */
export function readWords(
  html: string,
  locale: Locale,
  ranges: Iterable<readonly [start: number, end: number]>,
): Words {
  // Folded at once where no place moves by it, which is nearly everywhere.
  const whole = clean(html) === html ? foldWords(html, locale) : ''
  const isWhole = whole.length === html.length
  const foldRange = (start: number, end: number) =>
    isWhole ? whole.slice(start, end) : foldWords(html.slice(start, end), locale)

  const kinds = kindsOfUnits()
  const starts: number[] = []
  const ends: number[] = []
  const hashes: number[] = []
  const inRange: number[] = []
  let range = 0
  for (const [from, to] of ranges) {
    for (let at = from; at < to; at++) {
      const unit = html.charCodeAt(at)
      if (unit === AMPERSAND) at = Math.max(at, html.indexOf(';', at))
      if (kinds[unit] !== BEGINS) continue
      const start = at
      do at++
      while (at < to && kinds[html.charCodeAt(at)] !== NO_WORD)
      starts.push(start)
      ends.push(at)
      hashes.push(hashOf(foldRange(start, at)))
      inRange.push(range)
      // What stands here is no word; an entity may begin with it.
      at--
    }
    range++
  }
  const foldedAt = (index: number) => foldRange(starts[index] ?? 0, ends[index] ?? 0)
  return { starts, ends, hashes, ranges: inRange, foldedAt }
}

const AMPERSAND = '&'.charCodeAt(0)

const foldWords = (text: string, locale: Locale) =>
  (locale === 'tr_TR' ? foldTr(text) : fold(text)).replaceAll('ё', 'е')

const NO_WORD = 0
const BEGINS = 1
/** Marks, and what nobody sees: a soft hyphen is no end of a word. */
const GOES_ON = 2

let kinds: Uint8Array | undefined

/** What each UTF-16 unit is to a word: looked up, because asking a pattern takes ten times as long. */
function kindsOfUnits(): Uint8Array {
  if (kinds) return kinds
  kinds = new Uint8Array(0x1_0000)
  for (let unit = 0; unit < kinds.length; unit++) {
    const character = String.fromCharCode(unit)
    if (/[\p{L}\p{N}]/u.test(character)) kinds[unit] = BEGINS
    else if (/[\p{M}\u00ad\u200b\u2060\ufeff]/u.test(character)) kinds[unit] = GOES_ON
  }
  return kinds
}

const BLANKS = /^\s+$/u
const HYPHEN = /^[-\u2010\u2011]$/
const APOSTROPHE = /^['\u2019\u02bc]$/

/** What stands between two words, without differences of how it may be written. */
export function jointOf(between: string): string {
  if (between === ' ' || BLANKS.test(between) || HYPHEN.test(between)) return ' '
  return APOSTROPHE.test(between) ? "'" : between.replace(/\s+/gu, ' ')
}

/** Whether this, between two words, makes one of them: `bond-like`, `bond.example`. */
export const isGlue = (between: string) => /^[-\u2010\u2011._@]$/.test(between)

export const isApostrophe = (between: string) => APOSTROPHE.test(between)
