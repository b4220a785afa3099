import { distance } from 'fastest-levenshtein'

/** The most edits between two names that are still considered a typing mistake. */
const MAX_DISTANCE = 4

/** @returns the known name with the smallest edit distance, unless that is too large */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined
  let fewest = Math.min(MAX_DISTANCE, Math.ceil(name.length / 2)) + 1
  const wanted = name.toLowerCase()
  for (const candidate of known) {
    const other = candidate.toLowerCase()
    // The distance is at least the difference in length. This skips names as long as a book.
    if (Math.abs(other.length - wanted.length) >= fewest) continue
    const edits = distance(wanted, other)
    if (edits < fewest) {
      nearest = candidate
      fewest = edits
    }
  }
  return nearest
}

/** The end of a message about an unknown name; empty when no known name is similar. */
export function nearestHint(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`
}
