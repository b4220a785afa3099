import { type Static, Type } from 'typebox'
import { PagePath, Tag } from './primitives.ts'

/** A link of another text that would lead into nothing. */
const BreakingLink = Type.Object({
  path: PagePath,
  title: Type.String(),
  code: Type.String(),
  line: Type.Integer({ minimum: 1 }),
  message: Type.String(),
})

/** What publishing a draft would change, as content knows it. */
export const TriedDraft = Type.Object({
  /** Where its article would be. */
  path: PagePath,
  /** Whether no page is there yet. */
  isNewPath: Type.Boolean(),
  tags: Type.Array(Tag),
  breaks: Type.Array(BreakingLink),
})

/** The same of a release. */
export const TriedRelease = Type.Object({
  pages: Type.Array(Type.Object({ path: PagePath, isNewPath: Type.Boolean() })),
  tags: Type.Array(Tag),
  breaks: Type.Array(BreakingLink),
})

/** The same, with the pages that would be made again. */
export const DraftEffect = Type.Object({
  /** In words: "rebuilds 7 pages, breaks 2 links". */
  summary: Type.String(),
  /** Number of all such pages; absent where that is every page. */
  total: Type.Optional(Type.Integer({ minimum: 0 })),
  /** The first of them. */
  pages: Type.Array(PagePath),
  breaks: Type.Array(BreakingLink),
})

export type TriedRelease = Static<typeof TriedRelease>
export type TriedDraft = Static<typeof TriedDraft>
export type DraftEffect = Static<typeof DraftEffect>
