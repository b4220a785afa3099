import type { Suggestion } from '#shared/contracts/page.ts'
import type { Locale, PagePath } from '#shared/contracts/primitives.ts'
import type { Layer } from '../engines/embedded/layers.ts'
import { withScratch } from '../engines/embedded/scratch.ts'
import { readTitle } from '../engines/embedded/title-segment.ts'
import { markDifferences } from './mark-differences.ts'
import type { NameIndex } from './name-index.ts'
import { readQuestion } from './read-question.ts'
import { createReadings, READING_STEPS, type ReadRow } from './readings.ts'

export interface SuggestOptions {
  locale: Locale
  layers: readonly Layer[]
  names: NameIndex
  /** Articles that were already found. */
  known: ReadonlySet<PagePath>
  limit: number
}

/** Rows taken from each reading; several, because some lead to pages that are suggested already. */
const ROWS_PER_READING = 10
/** The largest number of suggested names that contain more than what was typed. */
const MAX_LONGER_NAMES = 2

/**
 * What the reader may have meant, the closest first: names that equal what was typed, titles,
 * longer names. A wider reading is tried only while there is room.
 */
export const suggest = (text: string, options: SuggestOptions): Suggestion[] =>
  withScratch(() => suggestNow(text, options))

function suggestNow(text: string, options: SuggestOptions): Suggestion[] {
  const { locale, layers, names, known, limit } = options
  const question = readQuestion(text, locale)
  if (question.words.length === 0) return []

  const ofTitles = createReadings(layers, question, locale)
  const ofNames = createReadings([names.layer], question, locale, ofTitles.knows)
  const found = new Map<PagePath, Suggestion>()
  const add = (suggestion: Suggestion) => {
    const { path } = suggestion
    if (found.size < limit && !known.has(path) && !found.has(path)) found.set(path, suggestion)
  }

  for (const step of READING_STEPS) {
    const named = ofNames.rowsAt(step, ROWS_PER_READING)
    const isWhole = (place: ReadRow) => names.lengthAt(place) <= place.reading.words.length
    for (const place of named.filter(isWhole)) add(suggestName(place))
    for (const place of ofTitles.rowsAt(step, ROWS_PER_READING)) add(suggestTitle(place))
    const longer = named.filter((place) => !isWhole(place)).slice(0, MAX_LONGER_NAMES)
    for (const place of longer) add(suggestName(place))
    if (found.size >= limit) break
  }
  return [...found.values()]

  function suggestTitle(place: ReadRow): Suggestion {
    const { title, path } = readTitle(place.segment, place.row)
    return {
      kind: 'article',
      title,
      path,
      marks: markDifferences(place, locale),
      ...leftOut(place),
    }
  }

  function suggestName(place: ReadRow): Suggestion {
    const { kind, text: name, link } = names.nameAt(place)
    if (kind === 'term') {
      return { kind: 'article', ...link, marks: [], explains: name, ...leftOut(place) }
    }
    return { kind, ...link, marks: markDifferences(place, locale), ...leftOut(place) }
  }
}

/** The typed words that were ignored. */
const leftOut = ({ reading: { without } }: ReadRow): Pick<Suggestion, 'without'> =>
  without.length > 0 ? { without: [...without] } : {}
