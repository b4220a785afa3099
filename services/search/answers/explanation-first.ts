import type { Link } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { foldText, matchesEveryWord } from '#shared/text/title-match.ts'
import type { AskedPart, FoundTitles, TitleQuery } from '../engines/engine.ts'
import { readTitleQuery } from '../engines/title-query.ts'

type Find<Answer extends FoundTitles> = (query: TitleQuery, part: AskedPart) => Promise<Answer>

/** Titles that begin like the whole title of an article: it is among the first of them. */
const BEGIN_ALIKE = 8

/**
 * The requested part of what an engine finds, with the article that explains the typed term before
 * all others. The set stays: an article whose title does not have every word is not added.
 *
 * Works on any engine alike, because no engine knows terms.
 */
export async function explanationFirst<Answer extends FoundTitles>(
  query: TitleQuery,
  { limit, offset }: AskedPart,
  find: Find<Answer>,
  { explanation, locale }: { explanation: Link | undefined; locale: Locale },
): Promise<Answer> {
  if (!explanation || !matchesEveryWord(foldText(explanation.title, locale), query.words)) {
    return find(query, { limit, offset })
  }
  const alike = await find(readTitleQuery(explanation.title, locale), {
    limit: BEGIN_ALIKE,
    offset: 0,
  })
  const first = alike.titles.find(({ path }) => path === explanation.path)
  // Which of the former parts had it is unknown, so they are read again: few readers go that far.
  const found = await find(query, { limit: offset + limit, offset: 0 })
  const { feed, revision } = found.position
  const isOfNow = alike.position.feed === feed && alike.position.revision === revision
  const others = found.titles.filter(({ path }) => path !== explanation.path)
  const ordered = first && isOfNow ? [first, ...others] : found.titles
  return Object.assign(found, { titles: ordered.slice(offset, offset + limit) })
}
