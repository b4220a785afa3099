/** Shorter words are not checked for all mistakes: they could mean anything. */
export const MISTAKE_LETTERS = 5
/** In words this long, what follows a mistake in the last letter counts as an ending. */
const ENDING_LETTERS = 7
const ONLY_LETTERS = /^[\p{L}\p{M}]+$/u

/** Only words of letters: in numbers, 500 is not a misspelt 501. */
export const mayBeMistyped = (typed: string): boolean => ONLY_LETTERS.test(typed)

/**
 * Whether the word, or its beginning, differs from what was typed by at most one mistake.
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
    // A wrong letter, one too few, one too many, two swapped.
    (word.length > at && goesOn(at + 1, at + 1)) ||
    goesOn(at + 1, at) ||
    goesOn(at, at + 1) ||
    (isSwapped && goesOn(at + 2, at + 2))
  )
}

/** Every swap of two neighbouring letters: the only unambiguous mistake in four letters. */
export function withSwappedLetters(typed: string): string[] {
  if (typed.length < MISTAKE_LETTERS - 1) return []
  return Array.from({ length: typed.length - 1 }, (_, at) => swapAt(typed, at)).filter(
    (swapped) => swapped !== typed,
  )
}

/** The word with the letter at `at` and the next one swapped. */
export const swapAt = (typed: string, at: number): string =>
  typed.slice(0, at) + (typed[at + 1] ?? '') + (typed[at] ?? '') + typed.slice(at + 2)
