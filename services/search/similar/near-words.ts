import type { Locale } from '#shared/contracts/primitives.ts'
import type { FoldedText } from '#shared/text/title-match.ts'
import { sharedUint32 } from '../engines/embedded/shared-memory.ts'
import {
  toVocabulary,
  type Vocabulary,
  wordAt,
  wordsContaining,
} from '../engines/embedded/vocabulary.ts'
import {
  isOneMistakeFrom,
  MISTAKE_LETTERS,
  mayBeMistyped,
  swapAt,
  withSwappedLetters,
} from './one-mistake.ts'
import { piecesOf, relaxLetters } from './relax.ts'
import { stemOf } from './stem.ts'

/** What words can be looked up by, and the words that have it. */
interface Lookup {
  keys: Vocabulary
  words: Uint32Array
  /** Where in `words` those of each key begin; a last entry ends them. */
  wordStarts: Uint32Array
}

/** The words of titles by what they look like. */
export interface NearWords {
  readonly locale: Locale
  /** As they are folded. */
  readonly plain: Vocabulary
  /**
   * Relaxed letters and digits, where they are not the word itself: of a word of several pieces each
   * of them, and all joined.
   */
  readonly letters: Lookup
  readonly stems: Lookup
}

/**
 * @param words folded; their places are their numbers
 * @param plain the same
 */
export function buildNearWords(
  words: readonly FoldedText[],
  plain: Vocabulary,
  locale: Locale,
): NearWords {
  const letters = new Map<string, number[]>()
  const stems = new Map<string, number[]>()
  for (const [number, { plain: word, turkish = word }] of words.entries()) {
    const pieces = piecesOf(word)
    const keys = pieces.length > 1 ? [...pieces, pieces.join('')] : pieces
    for (const key of keys.map(relaxLetters)) if (key !== word) add(letters, key, number)
    // Suffixes are written with the letters of the language.
    for (const piece of piecesOf(turkish)) add(stems, stemOf(piece, locale), number)
  }
  return { locale, plain, letters: toLookup(letters), stems: toLookup(stems) }
}

function add(lists: Map<string, number[]>, key: string, word: number): void {
  const words = lists.get(key)
  if (!words) lists.set(key, [word])
  else if (words.at(-1) !== word) words.push(word)
}

function toLookup(lists: ReadonlyMap<string, readonly number[]>): Lookup {
  const wordStarts = sharedUint32(lists.size + 1)
  const words: number[] = []
  let key = 0
  for (const list of lists.values()) {
    words.push(...list)
    wordStarts[++key] = words.length
  }
  const shared = sharedUint32(words.length)
  shared.set(words)
  return { keys: toVocabulary([...lists.keys()]), words: shared, wordStarts }
}

/** A typed word as it is looked up. */
export interface TypedWord {
  /** As it was typed. */
  typed: string
  /** Its relaxed letters and digits, joined; not empty. */
  letters: string
  /** Of a word of one piece. */
  stem: string | undefined
}

/** Shorter words are looked for whole: they begin far too many others. */
const BEGINNING_LETTERS = 4

/** Words that are the typed one, begin with it, or are another form of it. */
export function wordsLike(near: NearWords, { letters: key, stem }: TypedWord): number[] {
  const found = new Set(wordsWith(near, beginning(key)))
  if (stem === undefined) return [...found]
  collect(near.stems, wordsContaining(near.stems.keys, ` ${stem} `), found)
  // One suffix follows another: what is left of a word differs with how many were recognized.
  if (near.locale === 'tr_TR') for (const word of wordsWith(near, beginning(stem))) found.add(word)
  return [...found]
}

/** Letters that a word may have behind a short one that was mistyped: `bnods`. */
const SHORT_ENDING = 2

const beginning = (part: string) => (part.length < BEGINNING_LETTERS ? ` ${part} ` : ` ${part}`)

/**
 * Words that the typed one may stand for with one mistake: a letter too many, too few, another one,
 * or two that are swapped. What it begins may go on. Words that hold it further inside, too.
 */
export function wordsWithMistake(near: NearWords, { letters: key }: TypedWord): number[] {
  if (!mayBeMistyped(key)) return []
  if (key.length < MISTAKE_LETTERS) {
    const isShort = (word: string) => word.length <= key.length + SHORT_ENDING
    return withSwappedLetters(key).flatMap((other) => wordsWith(near, ` ${other}`, isShort))
  }
  // One mistake leaves the beginning or the end as it is, but for two swapped letters between them.
  const middle = key.length >> 1
  const isMeant = (word: string) => isOneMistakeFrom(key, word)
  return [
    ...wordsWith(near, key),
    ...wordsWith(near, ` ${key.slice(0, middle)}`, isMeant),
    ...wordsWith(near, key.slice(middle), isMeant),
    ...wordsWith(near, ` ${swapAt(key, middle - 1)}`),
  ]
}

/** The words that hold the part, by their own letters or by relaxed ones. */
function wordsWith(
  { plain, letters }: NearWords,
  part: string,
  isMeant: (key: string) => boolean = () => true,
): number[] {
  const own = wordsContaining(plain, part).filter((word) => isMeant(wordAt(plain, word)))
  const keys = wordsContaining(letters.keys, part)
  const meant = keys.filter((key) => isMeant(wordAt(letters.keys, key)))
  return [...own, ...collect(letters, meant)]
}

function collect(
  { words, wordStarts }: Lookup,
  keys: readonly number[],
  found = new Set<number>(),
) {
  for (const key of keys) {
    const end = wordStarts[key + 1] ?? 0
    for (let at = wordStarts[key] ?? 0; at < end; at++) found.add(words[at] ?? 0)
  }
  return found
}
