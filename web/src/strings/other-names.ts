/** How many letters an ending has at most. */
const ENDING = 4
/** Shorter stems say too little: "bond" and "bank" are two words. */
const STEM = 3

/**
 * The forms of a term that are names of their own, without its plural and cases, which a text needs to
 * link them and a reader does not.
 */
export const otherNames = (term: string, forms: readonly string[]): string[] =>
  forms.filter((form) => !isInflection(term, form))

function isInflection(term: string, form: string): boolean {
  const [words, others] = [wordsOf(term), wordsOf(form)]
  return (
    words.length === others.length && words.every((word, at) => haveOneStem(word, others[at] ?? ''))
  )
}

const wordsOf = (name: string) => name.toLowerCase().split(/\s+/)

function haveOneStem(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  let shared = 0
  while (shared < shorter && one[shared] === other[shared]) shared++
  const longest = Math.max(one.length, other.length)
  return shared === longest || (shared >= STEM && longest - shared <= ENDING)
}
