import type { Token } from 'markdown-it'
import type { Locale } from '#shared/contracts/primitives.ts'
import { OBJECT, typeset } from '#shared/text/typeset.ts'

/**
 * Typesets the text of paragraphs, headings and cells for the language; code and addresses stay.
 * The typographer of markdown-it is not used: it turns `501(c)` into a copyright sign, and knows
 * neither Russian spacing nor Turkish suffixes after a quotation.
 */
export function typesetTokens(tokens: readonly Token[], locale: Locale): void {
  for (const { type, children } of tokens) {
    if (type === 'inline' && children) typesetParts(children, locale)
  }
}

/** Typeset as one text: a quotation may begin in one part and end in another. */
function typesetParts(parts: readonly Token[], locale: Locale): void {
  const units = parts.map(unitsOf)
  const text = units.join('')
  const set = typeset(text, locale)
  let at = 0
  parts.forEach((part, index) => {
    const length = units[index]?.length ?? 0
    if (set !== text && isText(part, index, parts)) part.content = set.slice(at, at + length)
    if (part.children) typesetParts(part.children, locale)
    at += length
  })
}

function unitsOf(part: Token, index: number, parts: readonly Token[]): string {
  if (isText(part, index, parts)) return part.content
  if (part.type === 'softbreak' || part.type === 'hardbreak') return '\n'
  // Opening and closing tokens of emphasis and links have no visible text.
  return part.content === '' && part.type !== 'image' ? '' : OBJECT
}

/** The markup with which markdown-it marks a link whose text is its address. */
const ADDRESSES = new Set(['autolink', 'linkify'])

/** False for the text of a link that is its address. */
const isText = ({ type }: Token, index: number, parts: readonly Token[]) =>
  type === 'text' && !ADDRESSES.has(parts[index - 1]?.markup ?? '')
