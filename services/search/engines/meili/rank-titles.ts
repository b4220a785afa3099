import type { Locale } from '#shared/contracts/primitives.ts'
import { closenessOf, foldText, matchesEveryWord } from '#shared/text/title-match.ts'
import { type TitleQuery, WrongAnswer } from '../engine.ts'
import { articleIdOf, type StoredTitle } from './title-document.ts'

/** A matching title, and how closely it matches. */
export interface RankedTitle {
  stored: StoredTitle
  closeness: number
}

/** Compares titles with one query, by the same rule for all engines. */
export function createRanking(query: TitleQuery, locale: Locale) {
  /** @returns undefined when the title does not match */
  function rank(stored: StoredTitle): RankedTitle | undefined {
    const title = foldText(stored.title, locale)
    return matchesEveryWord(title, query.words)
      ? { stored, closeness: closenessOf(title, query.whole) }
      : undefined
  }

  return {
    /** The matching ones. */
    select: (titles: readonly StoredTitle[]): RankedTitle[] =>
      titles.map(rank).filter((title) => title !== undefined),

    /**
     * What Meilisearch found.
     *
     * @param closeness how close all of them must be
     * @throws when it found a title that does not match: it cannot be trusted with the rest either
     */
    check(titles: readonly StoredTitle[], closeness?: number): RankedTitle[] {
      return titles.map((stored) => {
        const title = rank(stored)
        if (title && (closeness === undefined || title.closeness === closeness)) return title
        throw new WrongAnswer(
          `Meilisearch found ${JSON.stringify(stored.title)}, which does not match`,
        )
      })
    },
  }
}

/** Newest first; among those of one instant, by id. */
export function byAge({ stored: one }: RankedTitle, { stored: other }: RankedTitle): number {
  return other.publishedAt - one.publishedAt || (articleIdOf(one) < articleIdOf(other) ? -1 : 1)
}

export const byCloseness = (one: RankedTitle, other: RankedTitle): number =>
  other.closeness - one.closeness || byAge(one, other)
