import type { FoldedText } from '#shared/text/title-match.ts'
import { type Bitset, createBitset, setBit } from './bitset.ts'
import type { WordUses } from './word-rows.ts'

/** The number of letters: each has one bit of a 32-bit mask. */
const LETTERS = 32
/** For fewer rows, it is faster to mark the rows of a letter's words. */
const FEW_ROWS = 5_000

/**
 * For the most frequent letters, the rows whose titles contain them. A single letter is part of so
 * many words that going through the rows of all of them would be the slowest search of all.
 *
 * @param words folded; a letter counts if a word has it under either rule
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

/** Whole characters: typed text is well-formed, and so are titles. */
const lettersOf = ({ plain, turkish = '' }: FoldedText) => new Set([...plain, ...turkish])
