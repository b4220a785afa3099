import { scratchNumbers } from './scratch.ts'
import { sharedUint32 } from './shared-memory.ts'
/** One bit per row of a segment; row 0 is the lowest bit of the first number. */
export type Bitset = Uint32Array

/** For bits that are kept after a search. */
export const createBitset = (rows: number): Bitset => sharedUint32(wordsFor(rows))

/** For the current search only. */
export const scratchBitset = (rows: number): Bitset => scratchNumbers(wordsFor(rows))

const wordsFor = (rows: number) => Math.ceil(rows / 32)

export const hasBit = (bits: Bitset, row: number): boolean =>
  (((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1

export function setBit(bits: Bitset, row: number): void {
  bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31))
}

/** Removes from `bits` what is not in `others`. */
export function intersect(bits: Bitset, others: Bitset): void {
  for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) & (others[at] ?? 0)
}

/** Removes from `bits` what is in `others`. */
export function subtract(bits: Bitset, others: Bitset): void {
  for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) & ~(others[at] ?? 0)
}

/** Adds to `bits` what is in `others`. */
export function unite(bits: Bitset, others: Bitset): void {
  for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) | (others[at] ?? 0)
}

export function countBits(bits: Bitset): number {
  let count = 0
  for (let at = 0; at < bits.length; at++) {
    // Counts bits in pairs, then in fours, then takes the sum of the four bytes.
    let word = bits[at] ?? 0
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/** The first row after `row` that is set, or -1. To begin, pass -1. */
export function nextBit(bits: Bitset, row: number): number {
  let at = (row + 1) >>> 5
  if (at >= bits.length) return -1
  let word = (bits[at] ?? 0) & (-1 << ((row + 1) & 31))
  while (word === 0) {
    if (++at >= bits.length) return -1
    word = bits[at] ?? 0
  }
  return at * 32 + (31 - Math.clz32(word & -word))
}
