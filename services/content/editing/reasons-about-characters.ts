import type { Reason } from '#shared/errors.ts'

/**
 * Finds text that JSON and YAML can carry and Postgres cannot: NUL and halves of surrogate pairs.
 *
 * @param value what somebody sent, of any shape
 */
export function reasonsAboutCharacters(value: unknown, field = ''): Reason[] {
  if (typeof value === 'string') {
    return isStorable(value)
      ? []
      : [{ field, message: 'has a character that cannot be stored: NUL or half of a pair' }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => [
    ...(isStorable(key) ? [] : reasonsAboutCharacters(key, field)),
    ...reasonsAboutCharacters(part, `${field}/${key}`),
  ])
}

export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()
