import type { Locale } from '#shared/contracts/primitives.ts'

interface Formula {
  base: number
  /** Subtracted per word in the average sentence, and per syllable in the average word. */
  perWord: number
  perSyllable: number
  syllables(word: string): number
}

const vowelsIn = (vowels: RegExp) => (word: string) => word.match(vowels)?.length ?? 0

/**
 * Reading ease by Flesch (Journal of Applied Psychology 32, 1948), with the factors of Oborneva for
 * Russian (2006) and of Ateşman for Turkish (Dil Dergisi 58, 1997). In those two languages every
 * vowel is a syllable.
 */
const FORMULAS: Record<Locale, Formula> = {
  en_US: { base: 206.835, perWord: 1.015, perSyllable: 84.6, syllables: englishSyllables },
  ru_RU: {
    base: 206.835,
    perWord: 1.3,
    perSyllable: 60.1,
    syllables: vowelsIn(/[аеёиоуыэюя]/giu),
  },
  tr_TR: {
    base: 198.825,
    perWord: 2.61,
    perSyllable: 40.175,
    syllables: vowelsIn(/[aeıioöuüâîû]/giu),
  },
}

/** Number of paragraphs that are measured; Flesch used samples, too. */
const SAMPLES = 20
/** A shorter text gives no meaningful figure. */
const ENOUGH_WORDS = 100
const WORD = /\p{L}[\p{L}\p{M}'’]*/gu
/** A full stop inside a number ends no sentence. The lookbehind keeps a row of stops linear. */
const SENTENCE_END = /(?<![.!?…])[.!?…]+(?=["'”’»)\]]*(?:\s|$))/gu

/**
 * How easy a text is to read: about 100 for the easiest, below 50 for what is hard to read without
 * years of study, according to all three authors.
 *
 * @param paragraphs as readers see them
 * @returns `undefined` for a text too short to measure
 */
export function readingEase(paragraphs: readonly string[], locale: Locale): number | undefined {
  const formula = FORMULAS[locale]
  let sentences = 0
  let words = 0
  let syllables = 0
  for (const paragraph of sampleOf(paragraphs)) {
    const found = paragraph.match(WORD) ?? []
    if (found.length === 0) continue
    sentences += Math.max(1, paragraph.match(SENTENCE_END)?.length ?? 0)
    words += found.length
    for (const word of found) syllables += Math.max(1, formula.syllables(word))
  }
  if (words < ENOUGH_WORDS) return undefined
  const { base, perWord, perSyllable } = formula
  return base - perWord * (words / sentences) - perSyllable * (syllables / words)
}

/** A sample of the paragraphs, evenly spaced. */
function sampleOf(paragraphs: readonly string[]): readonly string[] {
  if (paragraphs.length <= SAMPLES) return paragraphs
  const every = paragraphs.length / SAMPLES
  return Array.from(
    { length: SAMPLES },
    (_, sample) => paragraphs[Math.floor(sample * every)] ?? '',
  )
}

const VOWELS = 'aeiouy'

/** Counts groups of vowels, without a silent `e` at the end. */
function englishSyllables(word: string): number {
  const lower = word.toLowerCase()
  const groups = vowelsIn(/[aeiouy]+/g)(lower)
  return hasSilentEnd(lower) ? groups - 1 : groups
}

/** True for `rate`, `called` and `rates`; false for `table`, `rated` and `prices`. */
function hasSilentEnd(word: string): boolean {
  if (word.endsWith('e')) return !`${VOWELS}l`.includes(word.at(-2) ?? 'a')
  if (word.endsWith('ed')) return !`${VOWELS}td`.includes(word.at(-3) ?? 'a')
  return word.endsWith('es') && !`${VOWELS}scxz`.includes(word.at(-3) ?? 'a')
}
