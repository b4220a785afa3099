import { type Static, Type } from 'typebox'
import { SearchHit } from './page.ts'

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
