import { type Static, Type } from 'typebox'
import { PagePath, Revision, Tag } from './primitives.ts'

/** Most pages that an explanation names. */
export const MAX_EXPLAINED = 1_000

/** Asks which stored pages a change with these tags would make stale. */
export const ExplainQuestion = Type.Object({ tags: Type.Array(Tag, { maxItems: 10_000 }) })

export const ExplainAnswer = Type.Object({
  /** At most {@link MAX_EXPLAINED}, in the order of their paths. */
  pages: Type.Array(
    Type.Object({
      path: PagePath,
      /** The tags of the question that were read when this page was made. */
      tags: Type.Array(Tag),
    }),
  ),
  /** Number of all such pages, including those not named. */
  total: Type.Integer({ minimum: 0 }),
  /** Whether every page would be stale, because header, footer or menu would change. */
  shell: Type.Boolean(),
})

/** What a stored page was made from. */
export const PageReads = Type.Object({
  /** The revision of the content that it shows. */
  revision: Revision,
  /** The tags that it read; an edit that touches one of them makes it stale. */
  tags: Type.Array(Tag),
})

export type ExplainQuestion = Static<typeof ExplainQuestion>
export type ExplainAnswer = Static<typeof ExplainAnswer>
export type PageReads = Static<typeof PageReads>
