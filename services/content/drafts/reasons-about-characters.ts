import type { Reason } from '#shared/errors.ts'
import { DIRECTION } from '#shared/text/direction.ts'
import { shortened } from '#shared/text/shortened.ts'

/** Fields with markup: their parsers handle every character that can be stored. */
const MARKUP = /^\/(?:body|sapeData)(?:\/|$)/
/** Control characters except tab and line breaks, and two code points that are never characters. */
const UNREADABLE = new RegExp(`[^\\P{Cc}\\t\\n\\r]|[\\ufffe\\uffff]|${DIRECTION.source}`, 'u')
/** What stands for letters that were lost when a text was read in a wrong encoding. */
const LOST = '\ufffd'
/** Links of an ad system, which are shown as they are. */
const OF_ADS = /^\/sapeData(?:\/|$)/
/** How much of the text before a lost letter is quoted, so that it is found. */
const QUOTED = 20
/** The most reasons reported; further ones appear once these are corrected. */
const MAX_REASONS = 100
/** The deepest nesting of lists and objects. No valid input has half as many levels. */
const MAX_DEPTH = 20

/**
 * Finds text that JSON and YAML can carry but Postgres cannot store: NUL and unpaired surrogates.
 * In plain text, such as titles and names, also finds characters that cannot be read: most of them
 * are illegal in XML, so one such title would break a whole feed. In all but ads it finds U+FFFD. Input nested deeper than 20
 * levels is reported and not searched, because it may be a million levels deep.
 *
 * @param value input of any shape
 * @returns at most 100 reasons
 */
export const reasonsAboutCharacters = (value: unknown, field = ''): Reason[] =>
  reasonsIn(value, field, 0).take(MAX_REASONS).toArray()

function* reasonsIn(value: unknown, field: string, depth: number): Generator<Reason> {
  if (typeof value === 'string') {
    const message = reasonAgainstText(value, field)
    if (message !== undefined) yield { field, message }
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth === MAX_DEPTH) {
    yield { field, message: `must not be nested more than ${MAX_DEPTH} levels deep` }
    return
  }
  for (const [key, part] of Object.entries(value)) {
    if (!isStorable(key)) yield* reasonsIn(key, field, depth + 1)
    yield* reasonsIn(part, `${field}/${escapePointer(shortened(key))}`, depth + 1)
  }
}

function reasonAgainstText(text: string, field: string): string | undefined {
  if (!isStorable(text)) return 'has a character that cannot be stored: NUL or half of a pair'
  if (text.includes(LOST) && !OF_ADS.test(field)) return reasonAgainstLost(text)
  const [unreadable] = (!MARKUP.test(field) && UNREADABLE.exec(text)) || []
  return unreadable && `has a character that nobody can read: ${codePointOf(unreadable)}`
}

function reasonAgainstLost(text: string): string {
  const at = text.indexOf(LOST)
  const before = text
    .slice(Math.max(0, at - QUOTED), at)
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
  const place = before === '' ? 'at its beginning' : `after "${before}"`
  return `has U+FFFD ${place}, where a letter was lost: write the letter again, and save the text as UTF-8`
}

/** The name of a character that may not be readable, such as `U+202E`. */
export const codePointOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** Escapes a name for a JSON pointer. */
export const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** The same of a whole file, which is kept with its comments. */
export const reasonsAgainstKeeping = (text: string): Reason[] =>
  isStorable(text) ? [] : [{ field: '', message: 'has a character that cannot be stored: NUL' }]
