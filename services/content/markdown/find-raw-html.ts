import MarkdownIt from 'markdown-it'
import { boundParts } from './bound-parts.ts'

// Parses HTML where the article renderer sees text. Its output is never shown.
const parse = boundParts(MarkdownIt({ html: true }))
/**
 * A tag has white space, `/`, `>` or the end of the text after its name. An address in angle brackets
 * has a colon there, and so has a number that says what it is: `<calc: 1 / 20>`.
 */
const MAY_BE_HTML = /<(?:[a-z][a-z0-9-]*(?:[\s/>]|$)|[/!?])/i
/** The most characters of a tag that a message quotes. */
const SHOWN = 40

/**
 * Finds raw HTML by the rules of CommonMark, so not in code and not in `<https://…>`.
 *
 * @returns each tag, comment or block, with the number of lines above it; `undefined` if the text has
 *   too many parts
 */
export function findRawHtml(source: string): { line: number; html: string }[] | undefined {
  if (!MAY_BE_HTML.test(source)) return []
  const found: { line: number; html: string }[] = []
  const tokens = parse(source)
  if (!tokens) return undefined
  let first = 0
  for (const token of tokens) {
    first = token.map?.[0] ?? first
    if (token.type === 'html_block') found.push({ line: first, html: shown(token.content) })
    let line = first
    for (const child of token.children ?? []) {
      if (child.type === 'softbreak' || child.type === 'hardbreak') line += 1
      if (child.type !== 'html_inline') continue
      found.push({ line, html: shown(child.content) })
      line += child.content.split('\n').length - 1
    }
  }
  return found
}

function shown(html: string): string {
  const [line = ''] = html.trim().split('\n', 1)
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN).toWellFormed()}…`
}
