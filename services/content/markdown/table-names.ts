import { cutAtWord } from '#shared/text/cut-at-word.ts'

/** The longest label of a table and of its cells, which is repeated in every row. */
const LONGEST_LABEL = 200

export const labelOf = (text: string) => cutAtWord(text, LONGEST_LABEL)

/** Gives tables names that differ: those after the first of a name have a number. */
export function createTableNames(): (label: string) => string {
  // The last number used, because counting from 1 for each would be quadratic.
  const numbers = new Map<string, number>()
  return (label) => {
    let number = (numbers.get(label) ?? 0) + 1
    const name = () => (number === 1 ? label : `${label} (${number})`)
    while (number > 1 && numbers.has(name())) number += 1
    numbers.set(name(), 1).set(label, number)
    return name()
  }
}
