import type { Day, Fact, FactValue } from '#shared/contracts/fact.ts'

const DAY_MS = 86_400_000

/** Days are compared as texts: both are of the site's time zone. */
const hasBegun = ({ from }: FactValue, day: Day) => from <= day

/** The newest value that has begun by a day, though it may have ended by then. */
export const newestValue = ({ values }: Pick<Fact, 'values'>, day: Day): FactValue | undefined =>
  values.findLast((value) => hasBegun(value, day))

export const hasEnded = ({ until }: FactValue, day: Day): boolean =>
  until !== undefined && until < day

/** The newest value, if it has ended: no value is in force. */
export function endedValue(fact: Pick<Fact, 'values'>, day: Day): FactValue | undefined {
  const value = newestValue(fact, day)
  return value && hasEnded(value, day) ? value : undefined
}

/** Whether the day on which the next value is announced has come, and that value is not entered. */
export const isDue = (fact: Fact, day: Day): boolean =>
  fact.next !== undefined && fact.next <= day && newestValue(fact, day) === fact.values.at(-1)

/** The values in force on any day of a period. */
export const valuesWithin = (
  { values }: Pick<Fact, 'values'>,
  first: Day,
  last: Day,
): FactValue[] =>
  values.filter((value, at) => {
    const following = values[at + 1]
    const isReplaced = following !== undefined && hasBegun(following, first)
    return hasBegun(value, last) && !isReplaced && !hasEnded(value, first)
  })

export const dayAfter = (day: Day): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, day.length)
