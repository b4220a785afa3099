import { type Static, Type } from 'typebox'
import { Fact } from '#shared/contracts/fact.ts'
import { Verbatim, WEB_ADDRESS } from '#shared/contracts/primitives.ts'

const closed = { additionalProperties: false }

/** A JSON pointer, which begins with a slash, or the name of a column of a CSV. */
const Place = Type.String({ minLength: 1, maxLength: 200 })

/** Where the next values of a fact come from. It stays in the file: neither tables nor pages have it. */
const FactFetch = Type.Object(
  {
    url: Verbatim({ pattern: WEB_ADDRESS, maxLength: 500 }),
    value: Place,
    /** Where the day stands from which the value is in force. */
    on: Place,
    /** The smallest and the largest plausible number, as texts print it: 4.4 of `4.40%`. */
    between: Type.Tuple([Type.Number(), Type.Number()]),
    /** The most by which it may differ from the last value. */
    step: Type.Number({ exclusiveMinimum: 0 }),
    /** A new value is entered at most this often. */
    every: Type.Enum(['day', 'week', 'month']),
  },
  closed,
)

/** A fact as its file has it. */
const WrittenFact = Type.Object({ ...Fact.properties, fetch: Type.Optional(FactFetch) }, closed)

export const FactFile = Type.Array(WrittenFact, { maxItems: 500 })

export type FactFetch = Static<typeof FactFetch>
export type WrittenFact = Static<typeof WrittenFact>
/** A fact that says where its next values come from. */
export type FetchedFact = WrittenFact & { fetch: FactFetch }

export const isFetched = (fact: WrittenFact): fact is FetchedFact => fact.fetch !== undefined

/** Whether its places are those of JSON; otherwise they are columns. */
export const isPointer = (place: string): boolean => place.startsWith('/')
