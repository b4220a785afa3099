import type { FoldedText } from '#shared/text/title-match.ts'
import { type Bitset, createBitset, setBit } from './bitset.ts'
import type { WordUses } from './word-rows.ts'

/** One bit of a number each. */
const LETTERS = 32
/** Of so few rows, those of a letter's words are marked sooner than letters are counted. */
const FEW_ROWS = 5_000

/**
 * The rows with a letter anywhere in their titles, for the letters of most titles: a single letter is
 * part of so many words that looking through all of their rows would take longest of all.
 *
 * @param words as they are folded; a letter that one has under either rule counts
 */
export function listLetterRows(
  words: readonly FoldedText[],
  { uses, rowWords }: WordUses,
): Map<string, Bitset> {
  if (rowWords.starts.length <= FEW_ROWS) return new Map()
  const rowsOf = new Map<string, number>()
  for (const [number, word] of words.entries()) {
    for (const letter of lettersOf(word)) {
      rowsOf.set(letter, (rowsOf.get(letter) ?? 0) + (uses[number] ?? 0))
    }
  }
  const letters = [...rowsOf]
    .sort(([, one], [, other]) => other - one)
    .slice(0, LETTERS)
    .map(([letter]) => letter)

  const masks = new Uint32Array(words.length)
  for (const [number, word] of words.entries()) {
    const own = lettersOf(word)
    masks[number] = letters.reduce(
      (mask, letter, bit) => mask | (Number(own.has(letter)) << bit),
      0,
    )
  }

  const { words: inRows, starts } = rowWords
  const rows = starts.length - 1
  const bitsets = letters.map(() => createBitset(rows))
  for (let row = 0; row < rows; row++) {
    let mask = 0
    const end = starts[row + 1] ?? 0
    for (let at = starts[row] ?? 0; at < end; at++) mask |= masks[inRows[at] ?? 0] ?? 0
    for (; mask !== 0; mask &= mask - 1) {
      const bits = bitsets[31 - Math.clz32(mask & -mask)]
      if (bits) setBit(bits, row)
    }
  }
  return new Map(letters.map((letter, bit) => [letter, bitsets[bit] ?? createBitset(rows)]))
}

/** Whole characters: what is typed is well-formed, and so is what it is looked for in. */
const lettersOf = ({ plain, turkish = '' }: FoldedText) => new Set([...plain, ...turkish])
