import type { Reason } from '#shared/errors.ts'
import { shortened } from '#shared/text/shortened.ts'

/** Fields that are markup, whose parsers know what to do with any character that can be stored. */
const MARKUP = /^\/(?:body|sapeData)(?:\/|$)/
/** Control characters but tab and line breaks, and two code points that never are characters. */
const UNREADABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u
/** Reasons that are told; who mends these hears of the rest. */
const MAX_REASONS = 100
/** Levels of lists and objects within one another; nothing that we take has half as many. */
const MAX_DEPTH = 20

/**
 * Finds text that JSON and YAML can carry and Postgres cannot: NUL and halves of surrogate pairs. In
 * titles, names and all else that is plain text, finds what nobody can read, too: most of it may not
 * stand in XML, so one such title would break a whole feed. Does not look into what is nested more
 * than 20 levels deep, and says so: it may have a million of them.
 *
 * @param value what somebody sent, of any shape
 * @returns at most 100 reasons
 */
export function reasonsAboutCharacters(value: unknown, field = ''): Reason[] {
  const reasons: Reason[] = []
  look(value, field, 0, reasons)
  return reasons
}

function look(value: unknown, field: string, depth: number, reasons: Reason[]): void {
  if (reasons.length >= MAX_REASONS) return
  if (typeof value === 'string') {
    const message = reasonAgainstText(value, field)
    if (message !== undefined) reasons.push({ field, message })
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth === MAX_DEPTH) {
    reasons.push({ field, message: `must not be nested more than ${MAX_DEPTH} levels deep` })
    return
  }
  for (const [key, part] of Object.entries(value)) {
    if (!isStorable(key)) look(key, field, depth + 1, reasons)
    look(part, `${field}/${escapePointer(shortened(key))}`, depth + 1, reasons)
    if (reasons.length >= MAX_REASONS) return
  }
}

function reasonAgainstText(text: string, field: string): string | undefined {
  if (!isStorable(text)) return 'has a character that cannot be stored: NUL or half of a pair'
  const [unreadable] = (!MARKUP.test(field) && UNREADABLE.exec(text)) || []
  return unreadable && `has a character that nobody can read: ${codePointOf(unreadable)}`
}

const codePointOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** As names stand in a JSON pointer. */
export const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()
