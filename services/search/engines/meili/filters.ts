import { type FoldedText, wordsOf } from '#shared/text/title-match.ts'
import { escapeText } from './escape-text.ts'

/** Longer values are cut by Meilisearch, and longer needles break its database. In UTF-8. */
export const MAX_VALUE_BYTES = 468

/** A text that a value of a document can equal or contain. */
export function toValue(folded: string): string | undefined {
  const escaped = escapeText(folded)
  return escaped !== undefined && Buffer.byteLength(escaped) <= MAX_VALUE_BYTES
    ? escaped
    : undefined
}

/** Meilisearch reads a value up to the next quote and then undoes every backslash. */
export const quote = (value: string): string =>
  `"${value.toWellFormed().replace(/[\\"]/g, '\\$&')}"`

type Operator = 'CONTAINS' | 'STARTS WITH' | '='

/** A condition; undefined when no document can fulfil it. */
type Filter = string | undefined

/** That a word of the title contains this one. */
export const hasWord = (word: FoldedText): Filter => either('tok', 'CONTAINS', word)

/** That the title begins with the text. */
export const beginsWith = (text: FoldedText): Filter => either('text', 'STARTS WITH', text)

/** That the title contains the text, blanks and all. */
export const containsAll = (text: FoldedText): Filter => either('text', 'CONTAINS', text)

/**
 * What every title fulfils that contains the text, and few others: a word that begins with the last
 * one, words that are those between, and one that contains the first one. It takes a small part of
 * the time of `containsAll`, which looks into every title.
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
  // Every document contains nothing.
  return value === undefined || value === '' ? undefined : `${field} ${operator} ${quote(value)}`
}
