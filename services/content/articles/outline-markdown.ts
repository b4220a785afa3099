import type { Token } from 'markdown-it'
import { seenText } from './seen-text.ts'

/** What a text is made of, each part with the lines that stand above it in the text. */
export interface Outline {
  headings: { line: number; level: number; text: string; id: string }[]
  links: OutlinedLink[]
  images: { line: number; address: string; alt: string }[]
  tables: { line: number; heads: string[] }[]
  /** Paragraphs and points of lists, as readers see them. */
  prose: string[]
}

export interface OutlinedLink {
  line: number
  address: string
  /** What readers see of it, with the words of its images. */
  text: string
}

/**
 * @param tokens of the whole text, headings labelled with their ids
 * @param source the text itself, where the lines of links are looked up
 */
export function outlineMarkdown(tokens: readonly Token[], source: string): Outline {
  const outline: Outline = { headings: [], links: [], images: [], tables: [], prose: [] }
  let lines: string[] | undefined
  let line = 0
  let table: { line: number; heads: string[] } | undefined
  tokens.forEach((token, index) => {
    line = token.map?.[0] ?? line
    const before = tokens[index - 1]
    switch (token.type) {
      case 'heading_open':
        outline.headings.push({
          line,
          // What was written, not the level that the page gives it.
          level: headingLevel(token),
          text: seenText(tokens[index + 1]?.children ?? []),
          id: String(token.attrGet('id') ?? ''),
        })
        break
      case 'table_open':
        table = { line, heads: [] }
        outline.tables.push(table)
        break
      case 'inline':
        if (before?.type === 'th_open') table?.heads.push(seenText(token.children ?? []))
        if (before?.type === 'paragraph_open') outline.prose.push(seenText(token.children ?? []))
        if (token.children?.some(({ type }) => type === 'link_open' || type === 'image')) {
          lines ??= source.split('\n')
          outlineInline(token.children, { outline, lines, first: line, end: token.map?.[1] })
        }
        break
    }
  })
  return outline
}

/** How far below its paragraph's last known place an address is looked for. */
const LINES_AHEAD = 20
/** And how far into a line, in UTF-16 units: one line may hold a whole text, and its every link. */
const UNITS_AHEAD = 10_000

/** Both from 0. */
interface Place {
  line: number
  column: number
}

interface InlinePlace {
  outline: Outline
  lines: readonly string[]
  first: number
  end: number | undefined
}

function outlineInline(
  children: readonly Token[],
  { outline, lines, first, end = first + 1 }: InlinePlace,
): void {
  let line = first
  /** What of that line has been gone through. */
  let column = 0
  /** What stands in code or inside an address may have line breaks that the tokens do not tell. */
  const find = (address: string): Place | undefined => {
    for (let at = line; at < Math.min(end, line + LINES_AHEAD); at++) {
      const from = at === line ? column : 0
      const ahead = lines[at]?.slice(from, from + UNITS_AHEAD).indexOf(address) ?? -1
      if (ahead >= 0) return { line: at, column: from + ahead + address.length }
    }
    return undefined
  }
  const goTo = (place: Place | undefined) => {
    if (place) ({ line, column } = place)
  }
  /** Where the address stands of the link whose text is gone through, below all of its text. */
  let below: Place | undefined
  children.forEach((child, index) => {
    if (child.type === 'softbreak' || child.type === 'hardbreak') {
      goTo({ line: line + 1, column: 0 })
    }
    if (child.type === 'image') {
      const address = String(child.attrGet('src') ?? '')
      goTo(find(address))
      outline.images.push({ line, address, alt: seenText(child.children ?? []) })
    }
    if (child.type === 'link_open') {
      const address = String(child.attrGet('href') ?? '')
      let close = index + 1
      while (close < children.length && children[close]?.type !== 'link_close') close += 1
      const text = seenText(children.slice(index + 1, close))
      below = find(address)
      outline.links.push({ line: below?.line ?? line, address, text })
    }
    if (child.type === 'link_close') goTo(below)
  })
}

/** `##` is 2; a line of `=` below is 1, one of `-` is 2. */
function headingLevel({ markup }: Token): number {
  if (markup.startsWith('#')) return markup.length
  return markup === '=' ? 1 : 2
}
