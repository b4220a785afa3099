import { buildGrams, GRAM_LETTERS, type Grams, wordsWithRarestGram } from './grams.ts'
import { sharedUint32 } from './shared-memory.ts'

/** Distinct words as one text, ` word word word `, which is searched at the speed of memory. */
export interface WordList {
  readonly text: string
  /** Where the blank before each word is; a last entry says where the last word ends. */
  readonly starts: Uint32Array
  /** Absent for a short text, which is searched as a whole. */
  readonly grams: Grams | undefined
}

const LONG_WORDS = 4_000

/** @param words without blanks; the first has the number 0 */
export function toVocabulary(words: readonly string[]): WordList {
  const starts = sharedUint32(words.length + 1)
  let end = 0
  for (const [number, word] of words.entries()) {
    end += word.length + 1
    starts[number + 1] = end
  }
  const text = ` ${words.join(' ')} `
  return { text, starts, grams: words.length < LONG_WORDS ? undefined : buildGrams(text, starts) }
}

export const wordAt = ({ text, starts }: WordList, number: number): string =>
  text.slice((starts[number] ?? 0) + 1, starts[number + 1])

/**
 * The numbers of the words that contain the part, in ascending order.
 *
 * @param part not empty; a blank at an end matches only words that start or end there
 */
export function wordsContaining(vocabulary: WordList, part: string): number[] {
  const { text, starts, grams } = vocabulary
  if (grams && part.length >= GRAM_LETTERS) {
    return wordsWithRarestGram(grams, part).filter((word) => hasPart(vocabulary, word, part))
  }
  if (part.length === 2 && part.startsWith(' ')) return wordsWithLetter(vocabulary, part, 0)
  if (part.length === 2 && part.endsWith(' ')) return wordsWithLetter(vocabulary, part, 1)
  const numbers: number[] = []
  let number = 0
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, starts[number])) {
    number = wordCovering(starts, number, at)
    // The blank at the very end belongs to no word.
    if (number === starts.length - 1) break
    numbers.push(number)
    number += 1
  }
  return numbers
}

/** Words that begin (0) or end (1) with the part's only letter: just that character is compared. */
function wordsWithLetter({ text, starts }: WordList, part: string, end: 0 | 1): number[] {
  const letter = part.charCodeAt(1 - end)
  const numbers: number[] = []
  for (let word = 0; word < starts.length - 1; word++) {
    const at = end === 0 ? (starts[word] ?? 0) + 1 : (starts[word + 1] ?? 0) - 1
    if (text.charCodeAt(at) === letter) numbers.push(word)
  }
  return numbers
}

/** Whether a word, including the blanks around it, contains the part. */
function hasPart({ text, starts }: WordList, word: number, part: string): boolean {
  const last = (starts[word + 1] ?? 0) + 1 - part.length
  for (let at = starts[word] ?? 0; at <= last; at++) if (text.startsWith(part, at)) return true
  return false
}

/** The word whose range of the text contains `at`, searched from an earlier word on. */
function wordCovering(starts: Uint32Array, from: number, at: number): number {
  const count = starts.length - 1
  let low = from
  let step = 1
  // Usually near where many words match, and far where few do.
  while (low + step <= count && (starts[low + step] ?? 0) <= at) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, count + 1)
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle
  }
  return low
}
