import { type FoldedText, wordsOf } from '#shared/text/title-match.ts'
import { type Bitset, intersect, scratchBitset, unite } from './bitset.ts'
import { scratchNumbers } from './scratch.ts'
import { createRowReader, markRows, type TitleSegment } from './title-segment.ts'
import { type WordList, wordsContaining } from './vocabulary.ts'

/** How closely a title matches what was typed. */
export type MatchPlace = 'starts' | 'phrases' | 'others'

export interface PhraseTest {
  /** Whether any title may begin with the phrase. */
  canBegin: boolean
  /** Whether some title may contain it after its beginning, other than by having its words. */
  canContain: boolean
  /** Includes all rows that begin with the phrase and, if `anywhere`, all that contain it. */
  rowsOfInterest(anywhere: boolean): Bitset
  /** Whether the title may begin with the phrase, as far as can be told without reading it. */
  mayBegin(row: number): boolean
  /** @param anywhere whether to look for the phrase further inside as well */
  placeOf(row: number, anywhere: boolean): MatchPlace
}

/**
 * A phrase under one rule of case: for each word of the segment, one bit for each part of the
 * phrase that the word matches. Bits of neighbouring words are compared instead of texts.
 */
interface Rule {
  bits: Uint32Array
  /** Words with which a title can begin. */
  beginnings: number[]
  /** For each part, the words that match it. */
  words: number[][]
}

/** A flag above the bits of the rules under which a title begins with the first part. */
const FOUND_INSIDE = 1 << 8
/** The bit of a word with which a title can begin: it equals the whole first part. */
const WHOLE_FIRST = 1 << 31

/**
 * Looks for a phrase in titles that have its words. Every title that has a single word contains it,
 * so for a single word only the beginning is tested.
 */
export function createPhraseTest(segment: TitleSegment, whole: FoldedText): PhraseTest {
  const parts = wordsOf(whole)
  const rules = [
    makeRule(
      segment.plain,
      parts.map(({ plain }) => plain),
    ),
  ]
  if (segment.turkish) {
    rules.push(
      makeRule(
        segment.turkish,
        parts.map(({ plain, turkish = plain }) => turkish),
      ),
    )
  }
  const isSingle = parts.length === 1
  const last = 1 << (parts.length - 1)
  const { tokenWords, tokenWordStarts } = segment
  const reader = createRowReader(segment)

  /** By the lowest eight bits of a word's number, 1 where a title can begin with the word. */
  const beginnings = new Uint8Array(256)
  for (const rule of rules) for (const word of rule.beginnings) beginnings[word & 255] = 1

  function placeOf(row: number, anywhere: boolean): MatchPlace {
    const states = [0, 0]
    let begins = 0
    let place = 0
    for (let left = reader.open(row); left > 0; left--) {
      const token = reader.read()
      const end = tokenWordStarts[token + 1] ?? 0
      for (let at = tokenWordStarts[token] ?? 0; at < end; at++, place++) {
        if (place >= parts.length && !anywhere) return 'others'
        for (let rule = 0; rule < rules.length; rule++) {
          const bits = rules[rule]?.bits[tokenWords[at] ?? 0] ?? 0
          if (place === 0 && bits & WHOLE_FIRST) begins |= 1 << rule
          const state = (((states[rule] ?? 0) << 1) | 1) & bits
          states[rule] = state
          if ((state & last) === 0) continue
          if (place === parts.length - 1 && begins & (1 << rule)) return 'starts'
          if (!isSingle && anywhere) begins |= FOUND_INSIDE
        }
        // Only after both rules: under the other one the title may begin with the phrase.
        if (begins & FOUND_INSIDE) return 'phrases'
        if (isSingle) return 'others'
      }
    }
    return 'others'
  }

  function rowsOfInterest(anywhere: boolean): Bitset {
    const rows = scratchBitset(segment.size)
    for (const { words, beginnings } of rules) {
      const [first, ...more] = (anywhere ? words : [beginnings]).map((ofPart) => {
        const marked = scratchBitset(segment.size)
        markRows(segment, ofPart, marked)
        return marked
      })
      for (const marked of more) if (first) intersect(first, marked)
      if (first) unite(rows, first)
    }
    return rows
  }

  return {
    canBegin: rules.some(({ beginnings }) => beginnings.length > 0),
    canContain: !isSingle && rules.some(({ words }) => words.every((ofPart) => ofPart.length > 0)),
    rowsOfInterest,
    mayBegin: (row) => beginnings[segment.firstWords[row] ?? 0] === 1,
    placeOf,
  }
}

function makeRule(vocabulary: WordList, parts: readonly string[]): Rule {
  const bits = scratchNumbers(vocabulary.starts.length - 1)
  const add = (words: readonly number[], bit: number) => {
    for (const word of words) bits[word] = (bits[word] ?? 0) | bit
  }
  const words = parts.map((part, at) => {
    const before = at === 0 && parts.length > 1 ? '' : ' '
    const after = at === parts.length - 1 ? '' : ' '
    const ofPart = wordsContaining(vocabulary, before + part + after)
    add(ofPart, 1 << at)
    return ofPart
  })
  const [first = ''] = parts
  const beginnings = parts.length > 1 ? wordsContaining(vocabulary, ` ${first} `) : (words[0] ?? [])
  add(beginnings, WHOLE_FIRST)
  return { bits, beginnings, words }
}
