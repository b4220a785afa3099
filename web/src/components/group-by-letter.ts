interface LetterGroup<T> {
  letter: string
  members: T[]
}

/**
 * Groups neighbours whose titles begin with the same letter of the language's alphabet: in English
 * É belongs to E, in Turkish Ş is a letter of its own.
 *
 * @param items in alphabetical order
 */
export function groupByLetter<T extends { title: string }>(
  items: readonly T[],
  languageTag: string,
): LetterGroup<T>[] {
  const collator = new Intl.Collator(languageTag, { sensitivity: 'base' })
  const groups: LetterGroup<T>[] = []
  for (const item of items) {
    const letter = ([...item.title].at(0) ?? '').toLocaleUpperCase(languageTag)
    const group = groups.at(-1)
    if (group && collator.compare(group.letter, letter) === 0) group.members.push(item)
    else groups.push({ letter, members: [item] })
  }
  return groups
}
