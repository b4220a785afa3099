import { type Static, Type } from 'typebox'
import { Locale, Slug } from './primitives.ts'

/**
 * Names an article that is to be drafted. How to ask for it is read from the content folder when the
 * job is done; the address, the key and the name of the model never get into a queue.
 */
export const DraftJob = Type.Object(
  {
    locale: Locale,
    slug: Slug,
    title: Type.String({ minLength: 1, maxLength: 200 }),
    category: Slug,
    subcategory: Slug,
    /** By name. */
    author: Type.String({ minLength: 1 }),
    /** Whether a draft that is there already may be replaced. */
    replace: Type.Boolean(),
  },
  { additionalProperties: false },
)

/** How a job ended that did not fail. */
export const DraftOutcome = Type.Object(
  {
    kind: Type.Enum(['written', 'exists', 'rejected']),
    /** Relative to the content folder. */
    file: Type.String(),
    /** What is wrong with a rejected answer; what may be worth mending in a draft. */
    remarks: Type.Array(Type.String()),
  },
  { additionalProperties: false },
)

/** How far a job is. */
export const DraftProgress = Type.Object(
  {
    stage: Type.Enum(['asking', 'repairing']),
    /** Of the answer, so far. */
    characters: Type.Integer({ minimum: 0 }),
  },
  { additionalProperties: false },
)

export type DraftJob = Static<typeof DraftJob>
export type DraftOutcome = Static<typeof DraftOutcome>
export type DraftProgress = Static<typeof DraftProgress>
