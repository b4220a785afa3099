import { FEW_HITS } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { highlight } from '#shared/text/highlight.ts'
import { foldQuery, isSearchable } from '#shared/text/title-match.ts'
import type { EmbeddedEngine } from '../engines/embedded/embedded-engine.ts'
import type { AskedPart, EngineName, FoundTitles, TitleQuery } from '../engines/engine.ts'
import type { NameIndex } from '../similar/name-index.ts'
import { readQuestion } from '../similar/read-question.ts'
import { suggest } from '../similar/suggest.ts'
import { readTitleQuery } from './title-query.ts'

/** What an engine found, and which engine it was. */
export interface EngineAnswer extends FoundTitles {
  engine: EngineName
}

export interface AnswerOptions {
  locale: Locale
  /** Finds the titles that match. */
  find: (query: TitleQuery, part: AskedPart) => Promise<EngineAnswer>
  /** Knows what is similar, whichever engine finds. */
  embedded: Pick<EmbeddedEngine, 'layers'>
  names: NameIndex
}

/** All that is answered to one typed text; `engine` is absent where nothing was looked for. */
export async function answerSearch(
  text: string,
  part: AskedPart,
  { locale, find, embedded, names }: AnswerOptions,
): Promise<{ engine: EngineName | undefined; answer: SearchAnswer }> {
  if (!isSearchable(text)) {
    return { engine: undefined, answer: { query: text, total: 0, hits: [], suggestions: [] } }
  }
  const query = readTitleQuery(text, locale)
  const { engine, total, titles } = await find(query, part)
  const words = foldQuery(text, locale)
  const hits = titles.map(({ title, path }) => ({ title, path, marks: highlight(title, words) }))
  if (total >= FEW_HITS) return { engine, answer: { query: text, total, hits, suggestions: [] } }

  const all = titles.length < total ? await find(query, { limit: FEW_HITS, offset: 0 }) : { titles }
  const known = new Set(all.titles.map(({ path }) => path))
  const { layers } = embedded
  const suggestions = suggest(text, { locale, layers, names, known, limit: FEW_HITS })
  const isInVain = total === 0 && suggestions.length === 0
  const nearTerms = isInVain ? names.shelf.beside(readQuestion(text, locale)[0]?.typed ?? '') : []
  return {
    engine,
    answer: { query: text, total, hits, suggestions, ...(nearTerms.length > 0 && { nearTerms }) },
  }
}
