/** Equal JSON for equal values: neither Postgres nor people keep the order of names in an object. */
export const sortedJson = (value: unknown): string => JSON.stringify(value, withSortedNames)

function withSortedNames(_name: string, value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
}
