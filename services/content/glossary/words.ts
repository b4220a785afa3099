import type { Locale } from '#shared/contracts/primitives.ts'
import { FNV_START, fnvHash, fnvStep } from '#shared/text/fnv-hash.ts'
import { clean, foldCleaned, foldCleanedTr } from '#shared/text/fold.ts'

/** Increased when the same text gives other words or mentions: everything is then linked again. */
export const LINKER_VERSION = 2

/** The words of an HTML text in order. Arrays, because a text has a thousand words. */
export interface HashedWords {
  /** Where each word begins and ends (exclusive), in UTF-16 units of the HTML. */
  starts: number[]
  ends: number[]
  /** The hash of each folded word; see {@link wordHash}. */
  hashes: number[]
  /** The index of each word's range. Words of different ranges are not neighbours. */
  ranges: number[]
  /** The word without differences of case, and with `ё` as `е`. */
  foldedAt(index: number): string
}

/** A word's hash, stored to find its articles. Different words may share one. */
export const wordHash = (folded: string) => fnvHash(folded) | 0

/**
 * The words in some ranges of an HTML text; the ranges contain no tags. Words consist of letters
 * and digits. Callers decide what an apostrophe or a hyphen between two words means.
 */
export function readWords(
  html: string,
  locale: Locale,
  ranges: Iterable<readonly [start: number, end: number]>,
): HashedWords {
  const kinds = kindsOfUnits()
  const folds = foldsOfUnits(locale)
  const starts: number[] = []
  const ends: number[] = []
  const hashes: number[] = []
  const inRange: number[] = []
  let range = 0
  for (const [from, to] of ranges) {
    for (let at = from; at < to; at++) {
      let unit = html.charCodeAt(at)
      if (unit === AMPERSAND) at = Math.max(at, html.indexOf(';', at))
      if (kinds[unit] !== BEGINS) continue
      const start = at
      let hash = FNV_START
      let isPlain = true
      do {
        const folded = folds[unit] ?? 0
        if (folded === 0) isPlain = false
        hash = fnvStep(hash, folded)
        unit = html.charCodeAt(++at)
      } while (at < to && kinds[unit] !== NO_WORD)
      starts.push(start)
      ends.push(at)
      hashes.push(isPlain ? hash : wordHash(foldWords(html.slice(start, at), locale)))
      inRange.push(range)
      // The loop must see this character again: an entity may begin with it.
      at--
    }
    range++
  }
  const foldedAt = (index: number) =>
    foldWords(html.slice(starts[index] ?? 0, ends[index] ?? 0), locale)
  return { starts, ends, hashes, ranges: inRange, foldedAt }
}

const AMPERSAND = '&'.charCodeAt(0)

function foldWords(text: string, locale: Locale): string {
  const cleaned = clean(text)
  return (locale === 'tr_TR' ? foldCleanedTr(cleaned) : foldCleaned(cleaned)).replaceAll('ё', 'е')
}

const NO_WORD = 0
const BEGINS = 1
/** Combining marks and invisible characters such as the soft hyphen, which do not end a word. */
const GOES_ON = 2

let kinds: Uint8Array | undefined

/** The role of each UTF-16 unit in a word. A table, because a pattern takes ten times as long. */
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

/** Where letters of other scripts begin, some of which are composed of several. */
const PLAIN_END = 0x1100

const foldsByLocale = new Map<Locale, Uint16Array>()

/**
 * What each UTF-16 unit is folded to, whatever stands beside it; 0 if that depends. Looking units up
 * takes a third of the time of folding a text.
 */
function foldsOfUnits(locale: Locale): Uint16Array {
  const known = foldsByLocale.get(locale)
  if (known) return known
  const folds = new Uint16Array(0x1_0000)
  for (let unit = 0; unit < PLAIN_END; unit++) {
    const character = String.fromCharCode(unit)
    const folded = foldWords(character, locale)
    // A mark may be composed with the letter before it.
    const isPlain = folded.length === 1 && clean(character) === character
    if (isPlain && !/\p{M}/u.test(character)) folds[unit] = folded.charCodeAt(0)
  }
  foldsByLocale.set(locale, folds)
  return folds
}

const BLANKS = /^\s+$/u
const HYPHEN = /^[-\u2010\u2011]$/
const APOSTROPHE = /^['\u2019\u02bc]$/

/** The text between two words, normalised for comparison. */
export function jointOf(between: string): string {
  if (between === ' ' || BLANKS.test(between) || HYPHEN.test(between)) return ' '
  return APOSTROPHE.test(between) ? "'" : between.replace(/\s+/gu, ' ')
}

/** Whether this text joins two words into one, as in `bond-like` or `bond.example`. */
export const isGlue = (between: string) => /^[-\u2010\u2011._@]$/.test(between)

export const isApostrophe = (between: string) => APOSTROPHE.test(between)
