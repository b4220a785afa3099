import { Closeness } from '#shared/text/title-match.ts'
import type { TitleQuery } from '../engine.ts'
import { beginsWith, containsAll, hasWord, mayContainAll } from './filters.ts'
import type { Tier } from './page-of-tiers.ts'
import type { RankedTitle } from './rank-titles.ts'

/** Filters for the matching titles. */
export interface Filters {
  words: string[]
  start: string | undefined
  phrase: string | undefined
}

/** @returns undefined when Meilisearch cannot have a title with all of the words */
export function filtersOf({ words, whole }: TitleQuery): Filters | undefined {
  const filters = words.map(hasWord).filter((filter) => filter !== undefined)
  return filters.length < words.length
    ? undefined
    : { words: filters, start: beginsWith(whole), phrase: containsAll(whole) }
}

/** @param newest the newest matching titles in Meilisearch */
export function tiersOf(
  query: TitleQuery,
  filters: Filters | undefined,
  totals: { all: number; starting: number },
  newest: readonly RankedTitle[],
  odd: readonly RankedTitle[],
): Tier[] {
  // One word is a phrase wherever it is.
  const hasPhrases = query.whole.plain.includes(' ')
  const { words = [], start, phrase } = filters ?? {}
  const tier = (closeness: number, filter: Tier['filter'], total: number | undefined): Tier => ({
    closeness,
    filter,
    total,
    newest: newest.filter((title) => title.closeness === closeness),
    odd: odd.filter((title) => title.closeness === closeness),
  })
  const others = totals.all - totals.starting
  const starting = tier(Closeness.start, start ? [start] : undefined, totals.starting)
  const not = (filter: string | undefined) => (filter ? [`NOT ${filter}`] : [])
  if (!hasPhrases) return [starting, tier(Closeness.phrase, [...words, ...not(start)], others)]
  const phrases = phrase ? [phrase, ...not(start)] : undefined
  const candidates = [...mayContainAll(query.whole), ...not(start)]
  return [
    starting,
    {
      ...tier(Closeness.phrase, phrases, phrases ? undefined : 0),
      candidates: candidates.filter((filter) => filter !== undefined),
    },
    tier(Closeness.words, [...words, ...not(phrase)], undefined),
  ]
}
