import { type Static, Type } from 'typebox'
import { Prose, Slug, Verbatim, WEB_ADDRESS } from './primitives.ts'

const closed = { additionalProperties: false }

/** A day in the time zone of the site, such as `2026-12-31`. */
export const Day = Type.String({ format: 'date' })

export const FactSource = Type.Object(
  {
    title: Prose({ minLength: 1, maxLength: 200 }),
    url: Verbatim({ pattern: WEB_ADDRESS, maxLength: 500 }),
  },
  closed,
)

/** A value, with the first and the last day on which it is in force. */
export const FactValue = Type.Object(
  {
    from: Day,
    /** As texts print it: `$24,500`. */
    is: Verbatim({ minLength: 1, maxLength: 60, pattern: '^[^\\r\\n]+$' }),
    /** Absent while its end is not announced. */
    until: Type.Optional(Day),
    /** Where it stands, if that is not the source of the whole fact. */
    source: Type.Optional(FactSource),
  },
  closed,
)

/** The most values of a fact. */
export const MAX_FACT_VALUES = 200

/** A figure that texts show, such as a limit or a rate, with its values in the order of time. */
export const Fact = Type.Object(
  {
    fact: Slug,
    title: Prose({ minLength: 1, maxLength: 200 }),
    /** What it is about: the heading under which pages list it, such as `Home loans`. */
    subject: Type.Optional(Prose({ minLength: 1, maxLength: 60 })),
    /** It stands on the home page as well. */
    onHome: Type.Optional(Type.Literal(true)),
    source: Type.Optional(FactSource),
    /** The day on which the following value is normally announced. */
    next: Type.Optional(Day),
    values: Type.Array(FactValue, { minItems: 1, maxItems: MAX_FACT_VALUES }),
  },
  closed,
)

export type Day = Static<typeof Day>
export type FactValue = Static<typeof FactValue>
export type Fact = Static<typeof Fact>
