import { type Static, Type } from 'typebox'
import { FoundTerm, Link, MAX_FOUND_TERMS, MAX_SUGGESTIONS, SearchHit, Suggestion } from './page.ts'

export const SearchAnswer = Type.Object({
  /** As it was typed. */
  query: Type.String(),
  /** Number of all matching articles; `hits` are the requested part of them. */
  total: Type.Integer({ minimum: 0 }),
  hits: Type.Array(SearchHit),
  /** Not counted in `total` and never mixed with the hits; empty where there are enough hits. */
  suggestions: Type.Array(Suggestion, { maxItems: MAX_SUGGESTIONS }),
  /**
   * The terms that have every typed word that tells something, that which was typed first. Not
   * counted in `total`. Absent where there are none, and in any part but the first.
   */
  terms: Type.Optional(Type.Array(FoundTerm, { minItems: 1, maxItems: MAX_FOUND_TERMS })),
  /**
   * When nothing was found: the terms spelled much as what was typed, with the articles that explain
   * them. Absent otherwise, and where there are none.
   */
  nearTerms: Type.Optional(Type.Array(Link, { minItems: 1 })),
})

export type SearchAnswer = Static<typeof SearchAnswer>
