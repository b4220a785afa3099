import type { Reason } from '#shared/errors.ts'

/** Fields that are markup, whose parsers know what to do with any character that can be stored. */
const MARKUP = /^\/(?:body|sapeData)(?:\/|$)/
/** Control characters but tab and line breaks, and two code points that never are characters. */
const UNREADABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u

/**
 * Finds text that JSON and YAML can carry and Postgres cannot: NUL and halves of surrogate pairs. In
 * titles, names and all else that is plain text, finds what nobody can read, too: most of it may not
 * stand in XML, so one such title would break a whole feed.
 *
 * @param value what somebody sent, of any shape
 */
export function reasonsAboutCharacters(value: unknown, field = ''): Reason[] {
  if (typeof value === 'string') {
    if (!isStorable(value)) {
      return [{ field, message: 'has a character that cannot be stored: NUL or half of a pair' }]
    }
    const [unreadable] = (!MARKUP.test(field) && UNREADABLE.exec(value)) || []
    return unreadable === undefined
      ? []
      : [{ field, message: `has a character that nobody can read: ${codePointOf(unreadable)}` }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => [
    ...(isStorable(key) ? [] : reasonsAboutCharacters(key, field)),
    ...reasonsAboutCharacters(part, `${field}/${escapePointer(key)}`),
  ])
}

const codePointOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** As names stand in a JSON pointer. */
export const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()
