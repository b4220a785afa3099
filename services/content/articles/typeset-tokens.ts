import type { Token } from 'markdown-it'
import type { Locale } from '#shared/contracts/primitives.ts'
import { OBJECT, typeset } from '#shared/text/typeset.ts'

/**
 * Sets the text of paragraphs, headings and cells as the language wants it. Code and addresses stay
 * as they are. markdown-it's own typographer is not used: it takes `501(c)` for a copyright sign, and
 * knows neither the spaces of Russian nor the Turkish endings after a quotation.
 */
export function typesetTokens(tokens: readonly Token[], locale: Locale): void {
  for (const { type, children } of tokens) {
    if (type === 'inline' && children) typesetParts(children, locale)
  }
}

/** The parts are one text: a quotation may begin in one and end in another. */
function typesetParts(parts: readonly Token[], locale: Locale): void {
  const set = typeset(parts.map(unitsOf).join(''), locale)
  let at = 0
  parts.forEach((part, index) => {
    const { length } = unitsOf(part, index, parts)
    if (isText(part, index, parts)) part.content = set.slice(at, at + length)
    if (part.children) typesetParts(part.children, locale)
    at += length
  })
}

function unitsOf(part: Token, index: number, parts: readonly Token[]): string {
  if (isText(part, index, parts)) return part.content
  if (part.type === 'softbreak' || part.type === 'hardbreak') return '\n'
  // What emphasis and links begin and end with is nothing that readers see.
  return part.content === '' && part.type !== 'image' ? '' : OBJECT
}

/** How markdown-it marks a link that is called by its own address. */
const ADDRESSES = new Set(['autolink', 'linkify'])

/** Not what an address shows of itself. */
const isText = ({ type }: Token, index: number, parts: readonly Token[]) =>
  type === 'text' && !ADDRESSES.has(parts[index - 1]?.markup ?? '')
