/** From so many letters on a word may hold any one mistake; in a shorter one it could be anything. */
export const MISTAKE_LETTERS = 5
/** From so many on, what follows a mistake in the last letter is taken for an ending. */
const ENDING_LETTERS = 7
const ONLY_LETTERS = /^[\p{L}\p{M}]+$/u

/** Figures are not misspelt: 500 is not 501. */
export const mayBeMistyped = (typed: string): boolean => ONLY_LETTERS.test(typed)

/**
 * Whether the word, or what it begins with, is what was typed but for one mistake.
 *
 * @param typed at least `MISTAKE_LETTERS` letters and nothing else
 */
export function isOneMistakeFrom(typed: string, word: string): boolean {
  let at = 0
  while (at < typed.length && typed[at] === word[at]) at++
  if (at >= typed.length) return true
  const isLast = at >= typed.length - 1
  if (isLast && typed.length < ENDING_LETTERS && word.length > typed.length) return false

  const goesOn = (place: number, from: number) => word.startsWith(typed.slice(from), place)
  const isSwapped = typed[at] === word[at + 1] && typed[at + 1] === word[at]
  return (
    // Another letter, one too few, one too many, two swapped.
    (word.length > at && goesOn(at + 1, at + 1)) ||
    goesOn(at + 1, at) ||
    goesOn(at, at + 1) ||
    (isSwapped && goesOn(at + 2, at + 2))
  )
}

/** The word with two neighbours swapped, in every way: the one mistake that is clear in four letters. */
export function withSwappedLetters(typed: string): string[] {
  if (typed.length < MISTAKE_LETTERS - 1) return []
  return Array.from({ length: typed.length - 1 }, (_, at) => swapAt(typed, at)).filter(
    (swapped) => swapped !== typed,
  )
}

/** The word with the letter at a place and the one behind it swapped. */
export const swapAt = (typed: string, at: number): string =>
  typed.slice(0, at) + (typed[at + 1] ?? '') + (typed[at] ?? '') + typed.slice(at + 2)
