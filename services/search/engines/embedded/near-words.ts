import type { Locale } from '#shared/contracts/primitives.ts'
import type { FoldedText } from '#shared/text/title-match.ts'
import {
  isOneMistakeFrom,
  MISTAKE_LETTERS,
  mayBeMistyped,
  swapAt,
  withSwappedLetters,
} from '../../words/one-mistake.ts'
import { piecesOf, relaxLetters } from '../../words/relax.ts'
import { stemOf } from '../../words/stem.ts'
import { sharedUint32, shareNumbers } from './shared-memory.ts'
import { toVocabulary, type WordList, wordAt, wordsContaining } from './vocabulary.ts'

/** An index of words by keys: letters or stems. */
interface Lookup {
  keys: WordList
  words: Uint32Array
  /** Where the words of each key begin in `words`; a last entry ends them. */
  wordStarts: Uint32Array
}

/** The words of titles, indexed to find similar ones. */
export interface NearWords {
  readonly locale: Locale
  /** The folded words. */
  readonly plain: WordList
  /**
   * Relaxed letters and digits, unless they equal the word itself; of a word of several pieces,
   * each piece and all of them joined.
   */
  readonly letters: Lookup
  readonly stems: Lookup
}

/**
 * @param words folded; the index of a word is its number
 * @param plain the same words
 */
export function buildNearWords(
  words: readonly FoldedText[],
  plain: WordList,
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
  return { keys: toVocabulary([...lists.keys()]), words: shareNumbers(words), wordStarts }
}

/** A typed word, prepared for look-ups. */
export interface TypedWord {
  /** The word as typed. */
  typed: string
  /** Its relaxed letters and digits, joined; never empty. */
  letters: string
  /** Only for a word of one piece. */
  stem: string | undefined
}

/** Shorter words are only matched as a whole: they begin far too many others. */
const BEGINNING_LETTERS = 4

/** Words that equal the typed one, begin with it, or are another form of it. */
export function wordsLike(near: NearWords, { letters: key, stem }: TypedWord): number[] {
  const found = new Set(wordsWith(near, beginning(key)))
  if (stem === undefined) return [...found]
  collect(near.stems, wordsContaining(near.stems.keys, ` ${stem} `), found)
  // Turkish words have several suffixes, and the stem depends on how many were recognised.
  if (near.locale === 'tr_TR') for (const word of wordsWith(near, beginning(stem))) found.add(word)
  return [...found]
}

/** How many more letters a word may have than a short mistyped one: `bnods`. */
const SHORT_ENDING = 2

const beginning = (part: string) => (part.length < BEGINNING_LETTERS ? ` ${part} ` : ` ${part}`)

/**
 * Words that differ from the typed one by one mistake: one letter too many, too few or wrong, or
 * two swapped. They may be longer than the typed word, and may also contain it further inside.
 */
export function wordsWithMistake(near: NearWords, { letters: key }: TypedWord): number[] {
  if (!mayBeMistyped(key)) return []
  if (key.length < MISTAKE_LETTERS) {
    const isShort = (word: string) => word.length <= key.length + SHORT_ENDING
    return withSwappedLetters(key).flatMap((other) => wordsWith(near, ` ${other}`, isShort))
  }
  // With one mistake, the first or the second half is still right, except when the two letters in
  // the middle are swapped.
  const middle = key.length >> 1
  const isMeant = (word: string) => isOneMistakeFrom(key, word)
  return [
    ...wordsWith(near, key),
    ...wordsWith(near, ` ${key.slice(0, middle)}`, isMeant),
    ...wordsWith(near, key.slice(middle), isMeant),
    ...wordsWith(near, ` ${swapAt(key, middle - 1)}`),
  ]
}

/** The words that contain the part, in their own letters or in relaxed ones. */
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
