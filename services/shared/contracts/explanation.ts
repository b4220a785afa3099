import { type Static, Type } from 'typebox'
import { PagePath, Tag } from './primitives.ts'

/** Pages that an explanation names at most. */
export const MAX_EXPLAINED = 1_000

/** Asks which stored pages a change with these tags would make stale. */
export const ExplainQuestion = Type.Object({ tags: Type.Array(Tag, { maxItems: 10_000 }) })

export const ExplainAnswer = Type.Object({
  /** At most {@link MAX_EXPLAINED}, in the order of their paths. */
  pages: Type.Array(
    Type.Object({
      path: PagePath,
      /** Those of the question that this page's making read. */
      tags: Type.Array(Tag),
    }),
  ),
  /** How many there are, named or not. */
  total: Type.Integer({ minimum: 0 }),
  /** Whether every page is concerned: header, footer or menu would differ. */
  shell: Type.Boolean(),
})

export type ExplainQuestion = Static<typeof ExplainQuestion>
export type ExplainAnswer = Static<typeof ExplainAnswer>
