import MarkdownIt, { type Token } from 'markdown-it'
import type { Heading } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { NUMBER_KINDS } from '#shared/formulas/number-kinds.ts'
import { slugify } from '#shared/text/slugify.ts'
import { boundParts } from './bound-parts.ts'
import { closeFigure, openFigure } from './chart-figure.ts'
import type { Excess } from './excess.ts'
import { findRawHtml } from './find-raw-html.ts'
import { limitAddresses } from './limit-addresses.ts'
import { linkSources, SOURCE_SCHEME } from './link-sources.ts'
import { type Outline, outlineMarkdown } from './outline-markdown.ts'
import { prepareFigures } from './picture-figure.ts'
import { prepareExamples } from './prepare-examples.ts'
import { moveCaptions, prepareTables, type TableMeta } from './prepare-tables.ts'
import { readCharts } from './read-charts.ts'
import { readComparisons } from './read-comparison.ts'
import { seenText } from './seen-text.ts'
import { isNumberAddress, type NumberMeta, takeNumbers } from './take-numbers.ts'
import { typesetTokens } from './typeset-tokens.ts'

/** Increased when the same Markdown gives other HTML: an import then renders it again. */
export const RENDERER_VERSION = 9

export interface RenderedMarkdown {
  html: string
  headings: Heading[]
  /** Words of the visible text, code included. */
  wordCount: number
  /** The text of the first paragraph; empty when there is none. */
  firstParagraph: string
  /** For the checks of lint. */
  outline: Outline
  /**
   * What the text has too much of. Of `addresses`, links have lost some; of `parts`, nothing is
   * rendered.
   */
  excess: Excess | undefined
}

/** Renders a text: `renderMarkdown` itself, or a function that already has the result. */
export type MarkdownRenderer = typeof renderMarkdown

// Raw HTML stays text, so no part of an article can become markup that is not ours.
const markdown = MarkdownIt({ html: false, linkify: true, typographer: false })
const parse = boundParts(markdown)
// Mail addresses become links automatically. For any other link, the author has to write one.
markdown.linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true })
for (const scheme of ['http:', 'https:', 'ftp:', '//']) markdown.linkify.add(scheme, null)

/** Escapes text for HTML. */
export const { escapeHtml } = markdown.utils

/** Addresses within the site have no scheme. Any other address must have one of these. */
const SCHEMES = new Set<string>(['http', 'https', 'mailto', 'tel', SOURCE_SCHEME, ...NUMBER_KINDS])
markdown.validateLink = (address) => {
  // Browsers ignore white space and control characters before a scheme.
  const scheme = /^[\s\p{Cc}]*([^/?#:]*):/u.exec(address)?.[1]
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase())
}

// Numbers that say what they are lead nowhere: reading their formulas as addresses would cost more
// than the rest of the link.
const normalizeLink = markdown.normalizeLink.bind(markdown)
markdown.normalizeLink = (address) => (isNumberAddress(address) ? address : normalizeLink(address))

// Each heading links to itself, so that readers can share a section.
markdown.renderer.rules.heading_open = (tokens, index, options, _env, self) => {
  const html = self.renderToken(tokens, index, options)
  const open = tokens[index]
  return open?.meta?.linksToItself ? `${html}<a href="#${open.attrGet('id')}">` : html
}
markdown.renderer.rules.heading_close = (tokens, index, options, _env, self) => {
  const html = self.renderToken(tokens, index, options)
  return tokens[index]?.meta?.linksToItself ? `</a>${html}` : html
}

markdown.renderer.rules.table_open = (tokens, index, options, env, self) => {
  const {
    name,
    isWide,
    options: table = {},
    chart,
    chartData,
    caption = [],
  }: TableMeta = tokens[index]?.meta ?? {}
  const classes = isWide ? 'table-scroll table-wide' : 'table-scroll'
  const figure = chart
    ? openFigure(chart, {
        id: table.id ?? '',
        caption: seenText(caption),
        captionHtml: self.renderInline([...caption], options, env),
        data: chartData,
        isExample: table.isExample === true,
      })
    : ''
  const withId = chart || table.id === undefined ? '' : ` id="${table.id}"`
  const marked = table.isExample && !chart ? ' data-example' : ''
  return `${figure}<div class="${classes}"${withId}${marked} role="region" aria-label="${escapeHtml(String(name))}">${self.renderToken(tokens, index, options)}`
}
// A fact has a mark, which pages take away. The element has what browsers need to change a number of
// an example; see `prepare-examples.ts`.
markdown.renderer.rules.number_open = (tokens, index) => {
  const { fact, attributes }: NumberMeta = tokens[index]?.meta ?? {}
  const mark = fact === undefined ? '' : `<data value="${escapeHtml(fact)}">`
  return attributes === undefined ? mark : `${mark}<span ${attributes}>`
}
markdown.renderer.rules.number_close = (tokens, index) => {
  const { fact, attributes }: NumberMeta = tokens[index]?.meta ?? {}
  return `${attributes === undefined ? '' : '</span>'}${fact === undefined ? '' : '</data>'}`
}

markdown.renderer.rules.table_close = (tokens, index, options, _env, self) =>
  `${self.renderToken(tokens, index, options).trimEnd()}</div>\n${tokens[index]?.meta?.closesFigure ? closeFigure : ''}`

/**
 * Headings get ids and begin at level 2, because the page's title is its only h1. Each table gets a
 * region of its own name that scrolls by itself; browsers let the keyboard reach it while it has
 * more than it shows. The HTML is typeset for the language; word count, first paragraph and outline
 * are of the text as written.
 *
 * @param title names the tables before the first heading
 */
export function renderMarkdown(source: string, title: string, locale: Locale): RenderedMarkdown {
  const { tokens, ...read } = readTokens(source, locale)
  prepareFigures(tokens)
  typesetTokens(tokens, locale)
  prepareTables(tokens, title, locale)
  return {
    ...read,
    html: markdown.renderer.render(tokens, markdown.options, {}),
    headings: headingsOf(tokens),
  }
}

/** For those who only check a text: without what pages show of it, for which charts are drawn. */
export const readMarkdown: MarkdownRenderer = (source, _title, locale) => {
  const { tokens: _, ...read } = readTokens(source, locale)
  return { ...read, html: '', headings: [] }
}

type ReadTokens = Omit<RenderedMarkdown, 'html' | 'headings'> & { tokens: Token[] }

function readTokens(source: string, locale: Locale): ReadTokens {
  // Few texts have a mail address, and looking for them takes a tenth of the parser's time.
  markdown.set({ linkify: source.includes('@') })
  const parsed = parse(source)
  if (!parsed) return nothingOf('parts', locale)
  const sourceLinks = linkSources(parsed)
  const tokens = moveCaptions(parsed)
  const numbers = takeNumbers(tokens)
  const values = prepareExamples(tokens, numbers, locale)
  readCharts(tokens, values, locale)
  readComparisons(tokens, locale)
  const rawHtml = findRawHtml(source)
  const excess = limitAddresses(tokens) ? 'addresses' : rawHtml ? undefined : 'parts'
  labelHeadings(tokens)
  return {
    tokens,
    wordCount: tokens
      .filter(({ type }) => type === 'inline' || type === 'fence' || type === 'code_block')
      .reduce((words, token) => words + countWords(textOf(token)), 0),
    firstParagraph: firstParagraphOf(tokens),
    outline: {
      ...outlineMarkdown(tokens, source),
      rawHtml: rawHtml ?? [],
      numbers: numbers.map(({ link }) => link),
      sourceLinks,
      locale,
    },
    excess,
  }
}

const nothingOf = (excess: Excess, locale: Locale): ReadTokens => ({
  tokens: [],
  wordCount: 0,
  firstParagraph: '',
  outline: {
    headings: [],
    links: [],
    images: [],
    tables: [],
    prose: [],
    leftovers: [],
    rawHtml: [],
    repeats: [],
    direction: undefined,
    numbers: [],
    sourceLinks: [],
    locale,
  },
  excess,
})

/** Ids that the page around the text uses. */
export const FRAME_IDS = [
  'main',
  'article-body',
  'article-corrections',
  'article-sources',
  'footer-categories',
  'footer-contacts',
  'footer-info',
  'hydration-data',
  'key-takeaways',
  'how-we-work',
  'page-progress',
  'search-results',
  'site-menu',
]

function labelHeadings(tokens: readonly Token[]): void {
  const copies = new Map(FRAME_IDS.map((id) => [id, 1]))
  tokens.forEach((open, index) => {
    if (open.type !== 'heading_open') return
    const level = Math.max(2, Number(open.tag.slice(1)))
    const given = takeGivenId(tokens[index + 1])
    const id = uniqueId(given ?? slugify(textOf(tokens[index + 1])), copies)
    // A heading always has three tokens: open, inline and close.
    const close = tokens[index + 2]
    open.tag = `h${level}`
    if (close) close.tag = open.tag
    open.attrSet('id', id)
    open.meta = { linksToItself: isLinkable(tokens[index + 1]) }
    if (close) close.meta = open.meta
  })
}

/** Links cannot be nested, so a heading that contains a link does not link to itself. */
const isLinkable = (heading: Token | undefined) =>
  heading?.children?.some(({ content }) => content !== '') === true &&
  !heading.children.some(({ type }) => type === 'link_open')

/** The headings, with their ids. */
const headingsOf = (tokens: readonly Token[]): Heading[] =>
  tokens.flatMap((open, index) =>
    open.type === 'heading_open'
      ? {
          id: String(open.attrGet('id')),
          text: textOf(tokens[index + 1]),
          level: Number(open.tag.slice(1)),
        }
      : [],
  )

const GIVEN_ID = /^\{#([a-z0-9]+(?:-[a-z0-9]+)*)\}$/

/**
 * Removes `{#id}` from the end of a heading. It gives sections that other pages link to the same id
 * in every language.
 */
function takeGivenId(heading: Token | undefined): string | undefined {
  const last = heading?.children?.at(-1)
  if (last?.type !== 'text') return undefined
  const start = last.content.lastIndexOf('{')
  const id = GIVEN_ID.exec(last.content.slice(start))?.[1]
  // Trims from the end, because a pattern for the spaces would take quadratic time.
  if (id !== undefined) last.content = last.content.slice(0, start).trimEnd()
  return id
}

/** @param copies the last number used for each id, because counting from 1 would be quadratic */
function uniqueId(wanted: string, copies: Map<string, number>): string {
  const idOf = (copy: number) => (copy === 1 ? wanted : `${wanted}-${copy}`)
  let copy = copies.get(wanted) ?? 1
  while (copies.has(idOf(copy))) copy += 1
  copies.set(idOf(copy), 1).set(wanted, copy)
  return idOf(copy)
}

function firstParagraphOf(tokens: readonly Token[]): string {
  const open = tokens.findIndex(({ type, level }) => type === 'paragraph_open' && level === 0)
  return open < 0 ? '' : textOf(tokens[open + 1])
}

/** The visible text of an inline token, or the content of a code block. */
const textOf = (token: Token | undefined): string =>
  token?.children ? seenText(token.children) : (token?.content ?? '')

/** Parts between white space. Without a pattern, which takes many times as long. */
function countWords(text: string): number {
  let words = 0
  let isInside = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const isSpace = unit <= 32 ? unit === 32 || (unit >= 9 && unit <= 13) : isWideSpace(unit)
    if (!isSpace && !isInside) words++
    isInside = !isSpace
  }
  return words
}

/** Whether a UTF-16 unit beyond the space itself is white space. */
const isWideSpace = (unit: number) =>
  unit >= 0xa0 &&
  (unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === 0xfeff)
