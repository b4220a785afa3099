import type { Token } from 'markdown-it'
import type { Locale } from '#shared/contracts/primitives.ts'
import { findDirection } from './find-direction.ts'
import type { SourceLink } from './link-sources.ts'
import { isFigure } from './picture-figure.ts'
import type { TableMeta } from './prepare-tables.ts'
import { seenText } from './seen-text.ts'
import type { TableOptions } from './table-options.ts'
import type { NumberLink } from './take-numbers.ts'

/** A picture as written. */
export interface OutlineImage {
  line: number
  address: string
  alt: string
  /** What stands in quotation marks after the address. */
  title: string
  /** Whether it is a paragraph of its own. */
  isFigure: boolean
}

/** The structure of a text. `line` is the number of lines above each part. */
export interface Outline {
  headings: { line: number; level: number; text: string; id: string }[]
  /** Each with the visible text, including the alternative text of images. */
  links: { line: number; address: string; text: string }[]
  images: OutlineImage[]
  tables: {
    line: number
    heads: string[]
    overfull: { line: number; cells: number }[]
    options: TableOptions
    /** What the braces of the caption say and cannot mean. */
    mistakes: readonly string[]
    /** Why the chart that they ask for cannot be drawn. */
    chartMistake?: string | undefined
  }[]
  /** What was meant as markup and is seen as text, such as a link to a fact with a blank in it. */
  leftovers: { line: number; text: string }[]
  /** Tags, comments and blocks that readers would see as text. */
  rawHtml: { line: number; html: string }[]
  /** Long blocks that stand in the text before, with the number of lines above both. */
  repeats: { line: number; text: string; first: number }[]
  /** A character that turns the direction of the text. */
  direction: string | undefined
  /** Paragraphs and list items as readers see them. */
  prose: { line: number; text: string }[]
  /** Numbers that say what they are. */
  numbers: NumberLink[]
  sourceLinks: SourceLink[]
  /** The language, which says how numbers are written. */
  locale: Locale
}

/** What the tokens alone do not tell. */
type NotOfTokens = 'rawHtml' | 'numbers' | 'sourceLinks' | 'locale'

/**
 * @param tokens of the whole text, headings already with ids
 * @param source the text itself, searched for the lines of links
 */
export function outlineMarkdown(
  tokens: readonly Token[],
  source: string,
): Omit<Outline, NotOfTokens> {
  const outline: Omit<Outline, NotOfTokens> = {
    headings: [],
    links: [],
    images: [],
    leftovers: [],
    tables: [],
    prose: [],
    direction: findDirection(tokens),
    repeats: [],
  }
  const noteBlock = (text: string, at: number) => noteRepeat(outline.repeats, blocks, text, at)
  const blocks = new Map<string, number>()
  let lines: string[] | undefined
  let line = 0
  let table: Outline['tables'][number] | undefined
  tokens.forEach((token, index) => {
    line = token.map?.[0] ?? line
    const before = tokens[index - 1]
    switch (token.type) {
      case 'heading_open':
        outline.headings.push({
          line,
          // The level as written, not the one on the page.
          level: headingLevel(token),
          text: seenText(tokens[index + 1]?.children ?? []),
          id: String(token.attrGet('id') ?? ''),
        })
        break
      case 'table_open':
        table = { line, heads: [], overfull: [], ...sayingsOf(token.meta ?? {}) }
        outline.tables.push(table)
        break
      case 'tr_open': {
        lines ??= source.split('\n')
        const cells = cellsIn(lines[line] ?? '')
        if (table && table.heads.length > 0 && cells > table.heads.length) {
          table.overfull.push({ line, cells })
        }
        break
      }
      case 'fence':
      case 'code_block':
        noteBlock(token.content, line)
        break
      case 'inline':
        noteLeftovers(outline.leftovers, token, line)
        if (before?.type === 'th_open') table?.heads.push(seenText(token.children ?? []))
        if (before?.type === 'paragraph_open') {
          const text = seenText(token.children ?? [])
          outline.prose.push({ line, text })
          noteBlock(text, line)
        }
        if (token.children?.some(({ type }) => type === 'link_open' || type === 'image')) {
          lines ??= source.split('\n')
          outlineInline(outline, token.children, lines, line, {
            end: token.map?.[1] ?? line + 1,
            isFigure: isFigure(tokens, index - 1),
          })
        }
        break
    }
  })
  return outline
}

const LEFTOVER =
  /\]\(\s*<?\s*(?:calc|input|fact|source):|!\[[^\]]*\]\(\s*\/pictures\/|\{#[\p{L}\p{N}]/iu

/** Looks at plain text only: code shows markup on purpose. */
function noteLeftovers(leftovers: Outline['leftovers'], { children }: Token, first: number): void {
  let line = first
  for (const { type, content } of children ?? []) {
    if (type === 'softbreak' || type === 'hardbreak') line += 1
    if (type !== 'text') continue
    const found = LEFTOVER.exec(content)
    if (found) leftovers.push({ line, text: content.slice(Math.max(0, found.index - 20)) })
  }
}

/** What the braces of a caption say; the chart itself is not needed for checks. */
const sayingsOf = ({ options = {}, mistakes = [], chartMistake }: TableMeta) => ({
  options,
  mistakes,
  chartMistake,
})

/** Shorter blocks may stand twice: a note under each table, the same answer to two questions. */
const REPEATED_FROM = 60

function noteRepeat(
  repeats: Outline['repeats'],
  blocks: Map<string, number>,
  written: string,
  line: number,
): void {
  const text = written.replace(/\s+/gu, ' ').trim()
  if (text.length < REPEATED_FROM) return
  const first = blocks.get(text)
  if (first === undefined) blocks.set(text, line)
  else repeats.push({ line, text, first })
}

/** The cells of a row as written. The parser drops those beyond the last column without a word. */
function cellsIn(row: string): number {
  const cells = row
    .replace(/^[\s>]*/, '')
    .trimEnd()
    .split(/(?<!\\)\|/)
  const outside = [cells.at(0), cells.length > 1 ? cells.at(-1) : undefined]
  return cells.length - outside.filter((text) => text === '').length
}

/** How many lines from the last known position are searched for an address. */
const LINES_AHEAD = 20
/** The most UTF-16 units of a line that are searched: one line may hold all of a text's links. */
const UNITS_AHEAD = 10_000

/** Both 0-based. */
interface Place {
  line: number
  column: number
}

/** Adds the links and images of a paragraph that stands in the lines from `first` up to `end`. */
function outlineInline(
  outline: Pick<Outline, 'images' | 'links'>,
  children: readonly Token[],
  lines: readonly string[],
  first: number,
  { end, isFigure }: { end: number; isFigure: boolean },
): void {
  let line = first
  /** The position in that line up to which it has been searched. */
  let column = 0
  /** Tokens do not tell the line breaks in code and addresses, so look at later lines. */
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
  /** The position of the address of the current link, which comes after the link's text. */
  let below: Place | undefined
  children.forEach((child, index) => {
    if (child.type === 'softbreak' || child.type === 'hardbreak') {
      goTo({ line: line + 1, column: 0 })
    }
    if (child.type === 'image') {
      const address = String(child.attrGet('src') ?? '')
      goTo(find(address))
      outline.images.push({
        line,
        address,
        alt: seenText(child.children ?? []),
        title: String(child.attrGet('title') ?? ''),
        isFigure,
      })
    }
    if (child.type === 'link_open' && !child.meta?.leadsToSource) {
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

/** `##` is level 2; underlined by `=` is level 1, by `-` level 2. */
function headingLevel({ markup }: Token): number {
  if (markup.startsWith('#')) return markup.length
  return markup === '=' ? 1 : 2
}
