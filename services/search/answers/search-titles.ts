import { FEW_HITS, MAX_SUGGESTIONS } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { highlight } from '#shared/text/highlight.ts'
import { foldQuery, isSearchable } from '#shared/text/title-match.ts'
import type { EmbeddedEngine } from '../engines/embedded/embedded-engine.ts'
import type {
  AskedPart,
  EngineName,
  FeedPosition,
  FoundTitles,
  TitleQuery,
} from '../engines/engine.ts'
import { readTitleQuery } from '../engines/title-query.ts'
import { findTerms } from '../similar/find-terms.ts'
import type { NameIndex } from '../similar/name-index.ts'
import { readQuestion } from '../similar/read-question.ts'
import { suggest } from '../similar/suggest.ts'
import { explanationFirst } from './explanation-first.ts'

/** What an engine found, and which engine it was. */
export interface EngineAnswer extends FoundTitles {
  engine: EngineName
}

export interface AnswerOptions {
  locale: Locale
  /** Finds the titles that match. */
  find: (query: TitleQuery, part: AskedPart) => Promise<EngineAnswer>
  /** The source of similar titles, whichever engine searches. */
  embedded: Pick<EmbeddedEngine, 'layers' | 'position'>
  names: NameIndex
  /** Whether suggestions, which take most of the time, are left out though little was found. */
  skipsSuggestions: () => boolean
}

export interface Found {
  engine: EngineName
  /** The position in content's history that the answer reflects. */
  position: FeedPosition
  answer: SearchAnswer
  /** Whether suggestions were left out because of load. */
  isPartial: boolean
}

/** @returns undefined when the text is too short to search */
export async function searchTitles(
  text: string,
  part: AskedPart,
  { locale, find, embedded, names, skipsSuggestions }: AnswerOptions,
): Promise<Found | undefined> {
  if (!isSearchable(text)) return undefined
  const query = readTitleQuery(text, locale)
  const question = readQuestion(text, locale)
  const asked = question.words.map(({ letters }) => letters)
  const typed = names.shelf.termOf(asked)
  const { engine, position, total, titles } = await explanationFirst(query, part, find, {
    explanation: typed?.article,
    locale,
  })
  const words = foldQuery(text, locale)
  const hits = titles.map(({ title, path }) => ({ title, path, marks: highlight(title, words) }))
  const isEnough = total >= FEW_HITS
  const terms = part.offset === 0 ? findTerms(question, names, typed, locale) : []
  const found = { query: text, total, hits, ...(terms.length > 0 && { terms }) }
  // Names may be older than the hits, and the answer is as old as its oldest part.
  const oldest = olderOf(position, embedded.position ?? position)
  if (isEnough || skipsSuggestions()) {
    const answer = { ...found, suggestions: [] }
    return { engine, position: oldest, answer, isPartial: !isEnough }
  }

  const all = titles.length < total ? await find(query, { limit: FEW_HITS, offset: 0 }) : { titles }
  const known = new Set(all.titles.map(({ path }) => path))
  const { layers } = embedded
  const suggestions = suggest(text, { locale, layers, names, known, limit: MAX_SUGGESTIONS })
  const foundNothing = total === 0 && suggestions.length === 0
  const nearTerms = foundNothing ? names.shelf.near(asked) : []
  return {
    engine,
    position: oldest,
    isPartial: false,
    answer: { ...found, suggestions, ...(nearTerms.length > 0 && { nearTerms }) },
  }
}

const olderOf = (one: FeedPosition, other: FeedPosition): FeedPosition =>
  one.feed === other.feed && one.revision < other.revision ? one : other
