/**
 * How many mistakes lead from one word to another: a wrong letter, one too few, one too many, two
 * swapped.
 *
 * @param most where counting ends
 * @returns `most + 1` when there are more
 */
export function spellingDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const own = [row]
    let least = row
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const changed = (last[column - 1] ?? 0) + (isSame ? 0 : 1)
      const swapped = isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : changed
      const mistakes = Math.min(
        changed,
        swapped,
        (last[column] ?? 0) + 1,
        (own[column - 1] ?? 0) + 1,
      )
      own[column] = mistakes
      if (mistakes < least) least = mistakes
    }
    if (least > most) return most + 1
    beforeLast = last
    last = own
  }
  return Math.min(last[other.length] ?? 0, most + 1)
}

/** One bit for each letter that a word has, as far as there are bits. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) % BITS)
  return letters
}

/** Whether words may be so near each other: each mistake changes at most two letters. */
export function mayBeNear(letters: number, others: number, most: number): boolean {
  let different = letters ^ others
  for (let left = 2 * most; different !== 0; left--) {
    if (left === 0) return false
    different &= different - 1
  }
  return true
}

const BITS = 32
