import { type Static, Type } from 'typebox'
import { SearchHit } from './page.ts'

/** Text of this many characters or fewer shows nothing. */
export const SEARCH_THRESHOLD = 2
/** Longer text, or more words, is refused with 400. */
export const SEARCH_MAX_LENGTH = 200
export const SEARCH_MAX_WORDS = 20

export const SearchAnswer = Type.Object({
  /** As it was typed. */
  query: Type.String(),
  /** All matching articles, of which `hits` are the asked-for part. */
  total: Type.Integer({ minimum: 0 }),
  hits: Type.Array(SearchHit),
  /** Similar titles that do not match; never counted. */
  suggestions: Type.Array(SearchHit),
})

export type SearchAnswer = Static<typeof SearchAnswer>
