/** More than the days and counts of one site. At this number everything is dropped. */
const MAX_VALUES = 2_000

/** Caches the results of a function: `Intl` takes longer than React does. */
export function memoize<K, V extends {}>(make: (key: K) => V): (key: K) => V {
  const results = new Map<K, V>()
  return (key) => {
    const former = results.get(key)
    if (former !== undefined) return former
    if (results.size >= MAX_VALUES) results.clear()
    const value = make(key)
    results.set(key, value)
    return value
  }
}
