/** A comparison of two lists looks at each pair of equal elements: so many take less than a second. */
const MAX_PAIRS = 4_000_000

/** Whether two lists can be compared in a short time: thousands of equal lines in both could not. */
export function isComparable(a: readonly string[], b: readonly string[]): boolean {
  const counts = new Map<string, number>()
  for (const element of a) counts.set(element, (counts.get(element) ?? 0) + 1)
  let pairs = 0
  for (const element of b) pairs += counts.get(element) ?? 0
  return pairs <= MAX_PAIRS
}
