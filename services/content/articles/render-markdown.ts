import MarkdownIt, { type Token } from 'markdown-it'
import type { Heading } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { slugify } from '#shared/text/slugify.ts'
import { limitAddresses } from './limit-addresses.ts'
import { type Outline, outlineMarkdown } from './outline-markdown.ts'
import { moveCaptions, prepareTables } from './prepare-tables.ts'
import { seenText } from './seen-text.ts'
import { typesetTokens } from './typeset-tokens.ts'

/** Goes up when the same Markdown gives other HTML: stored bodies are then made anew at import. */
export const RENDERER_VERSION = 4

export interface RenderedMarkdown {
  html: string
  headings: Heading[]
  /** Words of the visible text, code included. */
  wordCount: number
  /** The text of the first paragraph; empty when there is none. */
  firstParagraph: string
  /** For those who look for mistakes. */
  outline: Outline
  /** Whether links lost their addresses, because so many of them refer to long ones. */
  isCut: boolean
}

/** Renders a text: the renderer itself, or what remembers what it made. */
export type MarkdownRenderer = typeof renderMarkdown

// Raw HTML stays text: no string of an article can become markup that we did not make.
const markdown = MarkdownIt({ html: false, linkify: true, typographer: false })
// Addresses of mail are links, as they stand. An author who means a link says so of all others.
markdown.linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true })
for (const scheme of ['http:', 'https:', 'ftp:', '//']) markdown.linkify.add(scheme, null)

/** Text as it stands in what is rendered. */
export const { escapeHtml } = markdown.utils

/** Addresses inside the site have no scheme. What has one must have one of these. */
const SCHEMES = new Set(['http', 'https', 'mailto', 'tel'])
markdown.validateLink = (address) => {
  // White space and control characters may stand before a scheme, and browsers look past them.
  const scheme = /^[\s\p{Cc}]*([^/?#:]*):/u.exec(address)?.[1]
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase())
}

// A section can be passed on: its heading is a link to it.
markdown.renderer.rules.heading_open = (tokens, index, options, _env, self) => {
  const html = self.renderToken(tokens, index, options)
  const open = tokens[index]
  return open?.meta?.linksToItself ? `${html}<a href="#${open.attrGet('id')}">` : html
}
markdown.renderer.rules.heading_close = (tokens, index, options, _env, self) => {
  const html = self.renderToken(tokens, index, options)
  return tokens[index]?.meta?.linksToItself ? `</a>${html}` : html
}

markdown.renderer.rules.table_open = (tokens, index, options, _env, self) => {
  const label = escapeHtml(String(tokens[index]?.meta?.label ?? ''))
  return `<div class="table-scroll" role="region" tabindex="0" aria-label="${label}">${self.renderToken(tokens, index, options)}`
}
markdown.renderer.rules.table_close = (tokens, index, options, _env, self) =>
  `${self.renderToken(tokens, index, options).trimEnd()}</div>\n`

/**
 * Headings get ids and begin at level 2, because the page's title is its only h1. Tables get a
 * region of their own that can be scrolled with the keyboard. What readers see is set as the language
 * wants it; what is counted, quoted and looked through for mistakes is what was written.
 *
 * @param title names the tables that stand before the first heading
 */
export function renderMarkdown(source: string, title: string, locale: Locale): RenderedMarkdown {
  const tokens = moveCaptions(markdown.parse(source, {}))
  const isCut = limitAddresses(tokens)
  labelHeadings(tokens)
  const written = {
    wordCount: tokens
      .filter(({ type }) => type === 'inline' || type === 'fence' || type === 'code_block')
      .reduce((words, token) => words + countWords(textOf(token)), 0),
    firstParagraph: firstParagraphOf(tokens),
    outline: outlineMarkdown(tokens, source),
  }
  typesetTokens(tokens, locale)
  prepareTables(tokens, title)
  return {
    html: markdown.renderer.render(tokens, markdown.options, {}),
    headings: headingsOf(tokens),
    ...written,
    isCut,
  }
}

/** Ids that the page around the text uses itself. */
const FRAME_IDS = [
  'main',
  'article-body',
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
    // A heading is always three tokens: its opening, its text and its end.
    const close = tokens[index + 2]
    open.tag = `h${level}`
    if (close) close.tag = open.tag
    open.attrSet('id', id)
    open.meta = { linksToItself: isLinkable(tokens[index + 1]) }
    if (close) close.meta = open.meta
  })
}

/** A link within a link is none: a heading that leads elsewhere does only that. */
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
 * Takes the `{#id}` off the end of a heading: what other pages link to must have the same name in
 * every language.
 */
function takeGivenId(heading: Token | undefined): string | undefined {
  const last = heading?.children?.at(-1)
  if (last?.type !== 'text') return undefined
  const start = last.content.lastIndexOf('{')
  const id = GIVEN_ID.exec(last.content.slice(start))?.[1]
  // The blanks are looked for from the end: a pattern would begin at each of them.
  if (id !== undefined) last.content = last.content.slice(0, start).trimEnd()
  return id
}

/** @param copies the last copy made of each id, from which to look on: to begin again takes for ever */
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

/** Of code, which has no parts, what stands in it. */
const textOf = (token: Token | undefined): string =>
  token?.children ? seenText(token.children) : (token?.content ?? '')

const countWords = (text: string) => text.split(/\s+/u).filter(Boolean).length
