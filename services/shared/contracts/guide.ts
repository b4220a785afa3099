import { type Static, Type } from 'typebox'
import { Slug } from './primitives.ts'

/** A file of guides has at most so many, each with at most so many articles. */
const MAX_GUIDES = 20
const MAX_STEPS = 20
const closed = { additionalProperties: false }
const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength })

/** An article of a guide, and what it is good for there: a sentence. */
const GuideStep = Type.Object({ article: Slug, why: Text(300) }, closed)

/** Articles in an order, for readers who begin with a subject. */
export const Guide = Type.Object(
  {
    slug: Slug,
    title: Text(80),
    description: Text(300),
    steps: Type.Array(GuideStep, { minItems: 2, maxItems: MAX_STEPS }),
  },
  closed,
)

/** What `guides/<locale>.yaml` has. */
export const Guides = Type.Array(Guide, { maxItems: MAX_GUIDES })

export type Guide = Static<typeof Guide>
