/** More than the days and counts of any one site; past it everything is forgotten. */
const MAX_REMEMBERED = 2_000

/** The same function, asked once for each value: `Intl` takes longer than React does. */
export function remember<K, V extends {}>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size >= MAX_REMEMBERED) known.clear()
    const value = make(key)
    known.set(key, value)
    return value
  }
}
