/** Edits from one name to another that still look like a slip of the keyboard. */
const MAX_DISTANCE = 4

/** @returns the known name that needs the fewest edits to become this one, unless it needs many */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined
  let fewest = Math.min(MAX_DISTANCE, Math.ceil(name.length / 2)) + 1
  const wanted = name.toLowerCase()
  for (const candidate of known) {
    const other = candidate.toLowerCase()
    // Each edit changes the length by one at most, and somebody may send a name as long as a book.
    if (Math.abs(other.length - wanted.length) >= fewest) continue
    const distance = editDistance(wanted, other)
    if (distance < fewest) {
      nearest = candidate
      fewest = distance
    }
  }
  return nearest
}

/** For the end of a message about a name that nobody knows; empty when none comes near. */
export function nearestHint(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`
}

/** Levenshtein: insertions, deletions and substitutions, each counted as one. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
