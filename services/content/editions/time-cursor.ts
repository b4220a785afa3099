import type { Instant } from '#shared/contracts/primitives.ts'

/** Where a part of a list by time begins: after the row with this time and id. */
export const timeCursor = (at: Instant, id: string): string => `${at}_${id}`

/** @param cursor of the form that the schema of requests requires */
export function timeAndId(cursor: string): [at: Instant, id: string] {
  const [at = '', id = ''] = cursor.split('_')
  return [at, id]
}
