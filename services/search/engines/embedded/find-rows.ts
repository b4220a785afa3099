import { LRUCache } from 'lru-cache'
import type { FoldedText } from '#shared/text/title-match.ts'
import type { TitleQuery } from '../engine.ts'
import {
  type Bitset,
  countBits,
  createBitset,
  hasBit,
  intersect,
  nextBit,
  scratchBitset,
  subtract,
} from './bitset.ts'
import { createPhraseTest, type MatchPlace } from './phrase-test.ts'
import { markRows, type TitleSegment } from './title-segment.ts'
import { wordsContaining } from './vocabulary.ts'

/** Rows of one segment that match, each list in the segment's order. */
export interface FoundRows extends Record<MatchPlace, number[]> {
  total: number
}

/** After this many rows, the others are first narrowed down by the words of the phrase. */
const FEW_ROWS = 5_000

/**
 * @param hidden rows that no longer count
 * @param needed how many of the first rows are needed: no list is longer
 */
export function findRows(
  segment: TitleSegment,
  hidden: Bitset | undefined,
  { words, whole }: TitleQuery,
  needed: number,
): FoundRows {
  const rows = rowsWithAll(segment, words)
  if (hidden) subtract(rows, hidden)
  const total = countBits(rows)
  const found: FoundRows = { total, starts: [], phrases: [], others: [] }
  if (total === 0) return found

  collectClosest(segment, rows, whole, found, needed)
  const closest = new Set([...found.starts, ...found.phrases])
  for (let row = nextBit(rows, -1); row !== -1; row = nextBit(rows, row)) {
    if (closest.size + found.others.length >= needed) break
    if (!closest.has(row)) found.others.push(row)
  }
  return found
}

/** Collects rows that begin with the phrase, and rows that contain it. */
function collectClosest(
  segment: TitleSegment,
  rows: Bitset,
  whole: FoldedText,
  { starts, phrases }: FoundRows,
  needed: number,
): void {
  const phrase = createPhraseTest(segment, whole)
  const { canBegin, canContain, rowsOfInterest, mayBegin, placeOf } = phrase
  let candidates = rows
  let left = FEW_ROWS
  for (let row = nextBit(rows, -1); row !== -1; row = nextBit(candidates, row)) {
    const wantsPhrase = canContain && phrases.length < needed
    if (starts.length >= needed || !(canBegin || wantsPhrase)) break
    if (left-- === 0) {
      candidates = rowsOfInterest(wantsPhrase)
      intersect(candidates, rows)
      if (!hasBit(candidates, row)) continue
    }
    if (!wantsPhrase && !mayBegin(row)) continue
    const place = placeOf(row, wantsPhrase)
    if (place === 'starts') starts.push(row)
    else if (place === 'phrases') phrases.push(row)
  }
}

/** The rows that have every one of the words somewhere in their titles. */
function rowsWithAll(segment: TitleSegment, words: readonly FoldedText[]): Bitset {
  const [first, ...more] = words
  const rows = first ? rowsWith(segment, first) : scratchBitset(segment.size)
  for (const word of more) {
    if (nextBit(rows, -1) === -1) break
    intersect(rows, rowsWith(segment, word))
  }
  return rows
}

function rowsWith(segment: TitleSegment, word: FoldedText): Bitset {
  const rows = scratchBitset(segment.size)
  if (word.plain.length === 1) rows.set(rowsWithLetter(segment, word))
  else markRowsWith(segment, word, rows)
  return rows
}

const MAX_LETTERS = 32
const rowsOfLetters = new WeakMap<TitleSegment, LRUCache<string, Bitset>>()

/**
 * A letter is part of so many words that going through the rows of all of them would be the slowest
 * search of all, so the rows of the letters that were typed last are kept.
 */
function rowsWithLetter(segment: TitleSegment, letter: FoldedText): Bitset {
  const rowsByKey = rowsOfLetters.get(segment) ?? new LRUCache<string, Bitset>({ max: MAX_LETTERS })
  rowsOfLetters.set(segment, rowsByKey)
  const key = `${letter.plain}${letter.turkish}`
  const known = rowsByKey.get(key)
  if (known) return known
  const rows = createBitset(segment.size)
  markRowsWith(segment, letter, rows)
  rowsByKey.set(key, rows)
  return rows
}

function markRowsWith(segment: TitleSegment, { plain, turkish }: FoldedText, rows: Bitset): void {
  markRows(segment, wordsContaining(segment.plain, plain), rows)
  if (turkish !== undefined && segment.turkish) {
    markRows(segment, wordsContaining(segment.turkish, turkish), rows)
  }
}
