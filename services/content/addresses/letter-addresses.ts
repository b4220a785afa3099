import type { PagePath } from '#shared/contracts/primitives.ts'

/** The path segment between a dictionary's address and a letter's. */
export const LETTERS = 'letters'

export const letterPath = (category: string, key: string): PagePath =>
  `/${category}/${LETTERS}/${key}`

/** The page of all letters of a dictionary. */
export const lettersPath = (category: string): PagePath => `/${category}/${LETTERS}`

/** The key of a letter's page in {@link shownLetterLists}. */
export const letterKey = (category: string, key: string) => `${category} ${key}`
