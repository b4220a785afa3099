import { type Static, Type } from 'typebox'
import { Link } from './page.ts'
import { Instant, PagePath, Revision, Tag } from './primitives.ts'

export const Change = Type.Object({ revision: Revision, at: Instant, tags: Type.Array(Tag) })

/** A tag `title:{article id}` says that this article's title, address or presence changed. */
export const TITLE_TAG = 'title:'

/**
 * Touched when header, footer or menu differ. Every page reads it, so whoever keeps pages must not
 * look for its readers one by one.
 */
export const SHELL_TAG = 'shell'

/** Touched when the line under the site's title differs, which stands in no header and no footer. */
export const TAGLINE_TAG = 'site-tagline'

/** Touched when other scripts of others may be passed on, which no page says. */
export const SCRIPTS_TAG = 'third-party-scripts'

/** Touched when {@link NameList} differs. No page reads it. */
export const NAMES_TAG = 'names'

/** An answer of the change feed, oldest first. */
export const ChangeFeed = Type.Object({
  /** Names this history. A follower that sees another one starts again from nothing. */
  feed: Type.String({ format: 'uuid' }),
  /** The newest committed revision, whether or not its change fitted into this answer. */
  revision: Revision,
  changes: Type.Array(Change),
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
  feed: Type.String({ format: 'uuid' }),
  revision: Revision,
  titles: Type.Array(TitleEntry),
})

/** A term of the dictionary that is in force. */
export const NamedTerm = Type.Object({
  /** Its name, then its other forms. */
  forms: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
  /** The article that explains it. */
  article: Link,
})

/** What readers may type that is no title: who writes, what the site is divided into, what it explains. */
export const NameList = Type.Object({
  feed: Type.String({ format: 'uuid' }),
  revision: Revision,
  authors: Type.Array(Link),
  /** Categories, then subcategories, in the order of the menu. */
  categories: Type.Array(Link),
  terms: Type.Array(NamedTerm),
})

export type Change = Static<typeof Change>
export type ChangeFeed = Static<typeof ChangeFeed>
export type NamedTerm = Static<typeof NamedTerm>
export type NameList = Static<typeof NameList>
export type TitleEntry = Static<typeof TitleEntry>
export type TitleList = Static<typeof TitleList>
