import { sizeOfNumber, writeNumber } from './byte-list.ts'
import { sharedBytes, sharedUint32 } from './shared-memory.ts'

/**
 * An index of words by three letters in a row. In a long vocabulary, reading only the words that
 * have the rarest such letters of a search text takes a hundredth of the time of reading all.
 */
export interface Grams {
  /** For each bucket the words in it, each as its distance from the one before it, minus one. */
  readonly lists: Uint8Array
  readonly listStarts: Uint32Array
}

/** Letters in a row; shorter texts cannot be looked up. */
export const GRAM_LETTERS = 3
/** Words per bucket, about. Grams may share a bucket, since every word is compared in the end. */
const WORDS_PER_BUCKET = 4

/**
 * @param text the words, one blank before each and one at the end
 * @param starts where the blank before each word is; a last entry says where the last word ends
 */
export function buildGrams(text: string, starts: Uint32Array): Grams {
  const words = starts.length - 1
  const buckets = 1 << Math.ceil(Math.log2(words / WORDS_PER_BUCKET))
  const sizes = new Uint32Array(buckets)
  const lastWords = new Int32Array(buckets).fill(-1)
  forEachGram(text, starts, lastWords, (bucket, distance) => {
    sizes[bucket] = (sizes[bucket] ?? 0) + sizeOfNumber(distance)
  })
  const listStarts = sharedUint32(buckets + 1)
  for (let bucket = 0; bucket < buckets; bucket++) {
    listStarts[bucket + 1] = (listStarts[bucket] ?? 0) + (sizes[bucket] ?? 0)
  }
  const lists = sharedBytes(listStarts[buckets] ?? 0)
  const ends = listStarts.slice(0, buckets)
  forEachGram(text, starts, lastWords.fill(-1), (bucket, distance) => {
    ends[bucket] = writeNumber(lists, ends[bucket] ?? 0, distance)
  })
  return { lists, listStarts }
}

function forEachGram(
  text: string,
  starts: Uint32Array,
  lastWords: Int32Array,
  see: (bucket: number, distance: number) => void,
): void {
  const mask = lastWords.length - 1
  for (let word = 0; word < starts.length - 1; word++) {
    // The blank after the word belongs to its last gram.
    const end = (starts[word + 1] ?? 0) + 1
    for (let at = starts[word] ?? 0; at + GRAM_LETTERS <= end; at++) {
      const bucket = hashAt(text, at) & mask
      const last = lastWords[bucket] ?? -1
      if (last === word) continue
      lastWords[bucket] = word
      see(bucket, word - last - 1)
    }
  }
}

/**
 * @param part at least `GRAM_LETTERS` long
 * @returns words among which are all that contain the part
 */
export function wordsWithRarestGram({ lists, listStarts }: Grams, part: string): number[] {
  const mask = listStarts.length - 2
  let start = 0
  let end = Number.POSITIVE_INFINITY
  for (let at = 0; at + GRAM_LETTERS <= part.length; at++) {
    const bucket = hashAt(part, at) & mask
    const from = listStarts[bucket] ?? 0
    const to = listStarts[bucket + 1] ?? 0
    if (to - from < end - start) [start, end] = [from, to]
  }
  const words: number[] = []
  let word = -1
  for (let at = start; at < end; ) {
    let byte = lists[at++] ?? 0
    let distance = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = lists[at++] ?? 0
      distance |= (byte & 127) << shift
    }
    word += distance + 1
    words.push(word)
  }
  return words
}

function hashAt(text: string, at: number): number {
  const first = Math.imul(text.charCodeAt(at), 0x9e3779b1)
  const second = Math.imul(first ^ text.charCodeAt(at + 1), 0x85ebca6b)
  const third = Math.imul((second >>> 13) ^ second ^ text.charCodeAt(at + 2), 0xc2b2ae35)
  return third ^ (third >>> 16)
}
