interface LetterGroup<T> {
  letter: string
  members: T[]
}

/**
 * Groups neighbours that stand under the same letter.
 *
 * @param items in alphabetical order, each with the letter that content found for it
 */
export function groupByLetter<T extends { letter: string }>(items: readonly T[]): LetterGroup<T>[] {
  const groups: LetterGroup<T>[] = []
  for (const item of items) {
    const group = groups.at(-1)
    if (group?.letter === item.letter) group.members.push(item)
    else groups.push({ letter: item.letter, members: [item] })
  }
  return groups
}
