import { intersect, nextBit, scratchBitset } from '../engines/embedded/bitset.ts'
import type { Layer, LayerRow } from '../engines/embedded/layers.ts'
import { type MatchedWord, matchForms, matchMistakes } from './match-words.ts'
import type { TypedWord } from './near-words.ts'
import { isWeakWord } from './small-words.ts'

/** One way to take what was typed: what stands for its words in one layer, and what stands for nothing. */
export interface Reading {
  layer: Layer
  words: readonly MatchedWord[]
  without: readonly TypedWord[]
}

/** A title that a reading leads to. */
export interface ReadRow extends LayerRow {
  reading: Reading
}

/** From the closest to the widest: other forms, one mistake a word, and all words but one. */
export const READING_STEPS = ['forms', 'mistakes', 'but one'] as const
export type ReadingStep = (typeof READING_STEPS)[number]

/** Takes a question apart for one layer; each word is looked up once for all readings. */
export function createReadings(layer: Layer, question: readonly TypedWord[]) {
  const forms = question.map((typed) => matchForms(layer, typed))
  let corrected: MatchedWord[] | undefined

  /** A word that is known is not taken for a mistake. */
  const withMistakes = () => {
    corrected ??= forms.map((word) => (word.uses > 0 ? word : matchMistakes(layer, word.typed)))
    return corrected
  }

  return {
    /** The readings of one step, the one that leaves out least first. */
    at(step: ReadingStep): Reading[] {
      const { locale } = layer.segment.near
      const words = step === 'forms' ? forms : withMistakes()
      if (step !== 'but one') return [{ layer, words, without: [] }]
      if (words.length < 2) return []
      // What few titles have says most: it is left out last. What none has must be.
      return words
        .toSorted((one, other) => rankToLeaveOut(other) - rankToLeaveOut(one))
        .map((left) => ({
          layer,
          words: words.filter((word) => word !== left),
          without: [left.typed],
        }))
        .filter((reading) => reading.words.some(({ typed }) => !isWeakWord(typed.letters, locale)))
    },
  }
}

const rankToLeaveOut = ({ uses }: MatchedWord) => (uses === 0 ? Number.POSITIVE_INFINITY : uses)

/** The first titles that have something for every word of the reading, newest first. */
export function rowsOf(reading: Reading, limit: number): ReadRow[] {
  const [first, ...more] = reading.words
  if (!first || reading.words.some(({ uses }) => uses === 0)) return []
  const rows = scratchBitset(reading.layer.segment.size)
  rows.set(first.rows)
  for (const { rows: others } of more) intersect(rows, others)
  const found: ReadRow[] = []
  for (let row = nextBit(rows, -1); row !== -1; row = nextBit(rows, row)) {
    if (found.length === limit) break
    found.push({ segment: reading.layer.segment, row, reading })
  }
  return found
}
