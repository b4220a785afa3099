import { type Static, Type } from 'typebox'
import { Link } from './page.ts'
import { Instant, PagePath, Revision, Tag } from './primitives.ts'

export const Change = Type.Object({ revision: Revision, at: Instant, tags: Type.Array(Tag) })

const at = {
  /** Identifies this history. A follower that sees another one starts again from the beginning. */
  feed: Type.String({ format: 'uuid' }),
  /** The newest committed revision, whether or not its change fitted into this answer. */
  revision: Revision,
}

/** An answer of the change feed, oldest first. */
export const ChangeFeed = Type.Object({
  ...at,
  changes: Type.Array(Change),
})

/** The same for followers that make pages. */
export const ChangeFeedWithPages = Type.Object({
  ...ChangeFeed.properties,
  /** The pages that the newest change edited, where their models are being loaded already. */
  editedPages: Type.Optional(Type.Array(PagePath)),
})

/** What search needs of one published article. */
export const TitleEntry = Type.Object({
  id: Type.String({ format: 'uuid' }),
  title: Type.String(),
  path: PagePath,
  publishedAt: Instant,
})

/** The published titles among those asked for, or one page of all of them, ordered by id. */
export const TitleList = Type.Object({
  ...at,
  titles: Type.Array(TitleEntry),
})

/** A term of the dictionary that pages may show now. */
export const NamedTerm = Type.Object({
  /** Its name, then its other forms. */
  forms: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
  /** The article that explains it. */
  article: Link,
  /** Its own page, and what it means. The release before says nothing of them. */
  path: Type.Optional(PagePath),
  definition: Type.Optional(Type.String({ minLength: 1 })),
})

/** Names other than titles that readers may search for: authors, categories and explained terms. */
export const NameList = Type.Object({
  ...at,
  authors: Type.Array(Link),
  /** Categories, then subcategories, in the order of the menu. */
  categories: Type.Array(Link),
  terms: Type.Array(NamedTerm),
})

export type Change = Static<typeof Change>
export type ChangeFeedWithPages = Static<typeof ChangeFeedWithPages>
export type ChangeFeed = Static<typeof ChangeFeed>
export type NamedTerm = Static<typeof NamedTerm>
export type NameList = Static<typeof NameList>
export type TitleEntry = Static<typeof TitleEntry>
export type TitleList = Static<typeof TitleList>
