import { type Static, Type } from 'typebox'
import { FEW_HITS, Link, SearchHit, Suggestion } from './page.ts'

export const SearchAnswer = Type.Object({
  /** As it was typed. */
  query: Type.String(),
  /** All matching articles, of which `hits` are the asked-for part. */
  total: Type.Integer({ minimum: 0 }),
  hits: Type.Array(SearchHit),
  /** Never counted, never mixed with the hits; none where there are hits enough. */
  suggestions: Type.Array(Suggestion, { maxItems: FEW_HITS }),
  /**
   * Where nothing was found at all: the terms beside the query in the alphabet of the dictionary,
   * and the articles that explain them. Absent otherwise.
   */
  nearTerms: Type.Optional(Type.Array(Link, { minItems: 1 })),
})

export type SearchAnswer = Static<typeof SearchAnswer>
