/** Distinct words as one text, ` word word word `, which is searched at the speed of memory. */
export interface Vocabulary {
  readonly text: string
  /** For each character of the text the number of its word; a blank belongs to the next word. */
  readonly wordAt: Int32Array
  /** Where each word starts, its blank included; a last entry says where the last one ends. */
  readonly starts: Int32Array
}

/** @param words without blanks; the first has the number 0 */
export function toVocabulary(words: readonly string[]): Vocabulary {
  const text = ` ${words.join(' ')} `
  const starts = new Int32Array(words.length + 1)
  const wordAt = new Int32Array(text.length).fill(words.length)
  let end = 0
  for (const [number, word] of words.entries()) {
    wordAt.fill(number, end, end + word.length + 1)
    end += word.length + 1
    starts[number + 1] = end
  }
  return { text, wordAt, starts }
}

/**
 * The numbers of the words that contain the part, rising.
 *
 * @param part not empty; a blank at an end of it asks for words that start or end there
 */
export function wordsContaining({ text, wordAt, starts }: Vocabulary, part: string): number[] {
  const numbers: number[] = []
  let at = text.indexOf(part)
  while (at !== -1) {
    const number = wordAt[at] ?? 0
    numbers.push(number)
    at = text.indexOf(part, starts[number + 1])
  }
  return numbers
}
