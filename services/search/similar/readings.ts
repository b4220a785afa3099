import type { Locale } from '#shared/contracts/primitives.ts'
import { intersect, nextBit, scratchBitset } from '../engines/embedded/bitset.ts'
import { type Layer, type LayerRow, newestOfAll } from '../engines/embedded/layers.ts'
import { isWeakWord } from '../words/small-words.ts'
import { type MatchedWord, matchForms, matchMistakes } from './match-words.ts'
import type { TypedQuestion } from './read-question.ts'

/** One way to read what was typed: the words that may be meant, and typed words to ignore. */
export interface WordReading {
  words: readonly MatchedWord[]
  /** As typed. */
  without: readonly string[]
}

/** A title that matches a reading. */
export interface ReadRow extends LayerRow {
  reading: WordReading
  /** The index of its layer. */
  layer: number
}

/** From the closest to the widest: other forms, one mistake per word, and all words but one. */
export const READING_STEPS = ['forms', 'mistakes', 'but one'] as const
export type ReadingStep = (typeof READING_STEPS)[number]

export interface WordReadings {
  /** Whether a title has the word as it was typed, or another form of it. */
  knows(letters: string): boolean
  /** The first titles of a step: closer readings first, and the newest titles first within each. */
  rowsAt(step: ReadingStep, perReading: number): ReadRow[]
}

/**
 * Finds the readings of a question; each word is looked up once for all readings.
 *
 * @param isKnown whether a word is right although no title here has it
 */
export function createReadings(
  layers: readonly Layer[],
  question: TypedQuestion,
  locale: Locale,
  isKnown: (letters: string) => boolean = () => false,
): WordReadings {
  const forms = question.words.map((typed) => matchForms(layers, typed))
  let corrected: MatchedWord[] | undefined

  /** A known word is not treated as a mistake. */
  const withMistakes = () => {
    corrected ??= forms.map((word) =>
      word.uses > 0 || isKnown(word.typed.letters) ? word : matchMistakes(layers, word.typed),
    )
    return corrected
  }

  /** The readings of one step. In `but one`, the most common word is left out first. */
  function readingsAt(step: ReadingStep): WordReading[] {
    const words = step === 'forms' ? forms : withMistakes()
    if (step !== 'but one') return [{ words, without: question.ignored }]
    if (words.length < 2) return []
    // A rare word says most, so it is left out last. A word that no title has must be left out.
    return words
      .toSorted((one, other) => rankToLeaveOut(other) - rankToLeaveOut(one))
      .map((left) => ({
        words: words.filter((word) => word !== left),
        without: [left.typed.typed, ...question.ignored],
      }))
      .filter((reading) => reading.words.some(({ typed }) => !isWeakWord(typed.letters, locale)))
  }

  return {
    knows: (letters) => forms.some(({ typed, uses }) => typed.letters === letters && uses > 0),
    rowsAt: (step, perReading) =>
      readingsAt(step).flatMap((reading) => rowsOf(layers, reading, perReading)),
  }
}

const rankToLeaveOut = ({ uses }: MatchedWord) => (uses === 0 ? Number.POSITIVE_INFINITY : uses)

/** The newest titles that have a match for every word of the reading. */
function rowsOf(layers: readonly Layer[], reading: WordReading, limit: number): ReadRow[] {
  if (reading.words.some(({ uses }) => uses === 0)) return []
  const ofLayers = layers.map(({ segment }, layer) => {
    const [first, ...more] = reading.words.flatMap((word) => word.inLayers[layer]?.rows ?? [])
    const rows = scratchBitset(segment.size)
    if (first) rows.set(first)
    for (const others of more) intersect(rows, others)
    const found: ReadRow[] = []
    for (let row = nextBit(rows, -1); row !== -1; row = nextBit(rows, row)) {
      if (found.length === limit) break
      found.push({ segment, row, reading, layer })
    }
    return found
  })
  return newestOfAll(ofLayers).slice(0, limit)
}
