import { type FoldedText, wordsOf } from '#shared/text/title-match.ts'
import { escapeText } from './escape-text.ts'

/** Meilisearch cuts longer values, and longer search texts break its database. In UTF-8. */
export const MAX_VALUE_BYTES = 468

/** The text as a value for filters; undefined if Meilisearch cannot store it. */
export function toValue(folded: string): string | undefined {
  const escaped = escapeText(folded)
  return escaped !== undefined && Buffer.byteLength(escaped) <= MAX_VALUE_BYTES
    ? escaped
    : undefined
}

/** Meilisearch reads a value up to the next quote and then unescapes every backslash. */
export const quoteFilter = (value: string): string =>
  `"${value.toWellFormed().replace(/[\\"]/g, '\\$&')}"`

type Operator = 'CONTAINS' | 'STARTS WITH' | '='

/** A condition; undefined when no document can fulfil it. */
type Filter = string | undefined

/** Matches titles with a word that contains this one. */
export const hasWord = (word: FoldedText): Filter => either('tok', 'CONTAINS', word)

/** Matches titles that begin with the text. */
export const beginsWith = (text: FoldedText): Filter => either('text', 'STARTS WITH', text)

/** Matches titles that contain the text, including its blanks. */
export const containsAll = (text: FoldedText): Filter => either('text', 'CONTAINS', text)

/**
 * Matches every title that contains the text, and few others: a word that begins with the last one,
 * words that equal those between, and one that contains the first one. It takes a small part of the
 * time of `containsAll`, which reads every title.
 */
export function mayContainAll(text: FoldedText): Filter[] {
  const [first, ...rest] = wordsOf(text)
  const last = rest.pop()
  return [
    ...(last ? [either('tok', 'STARTS WITH', last)] : []),
    ...rest.map((word) => either('tok', '=', word)),
    ...(first ? [hasWord(first)] : []),
  ]
}

/** Under one rule of case or the other. */
function either(field: string, operator: Operator, { plain, turkish }: FoldedText): Filter {
  const conditions = [
    condition(field, operator, plain),
    ...(turkish === undefined ? [] : [condition(`${field}Tr`, operator, turkish)]),
  ].filter((one) => one !== undefined)
  return conditions.length > 0 ? `(${conditions.join(' OR ')})` : undefined
}

function condition(field: string, operator: Operator, folded: string): Filter {
  const value = toValue(folded)
  // Every document contains the empty text.
  return value === undefined || value === ''
    ? undefined
    : `${field} ${operator} ${quoteFilter(value)}`
}
