import { type DefaultTreeAdapterTypes, parseFragment, html as spec } from 'parse5'
import type { SponsoredLink } from '#shared/contracts/page.ts'
import { WEB_ADDRESS } from '#shared/contracts/primitives.ts'
import { trimCharacter } from '#shared/text/trim-character.ts'
import { codePointOf } from '../drafts/reasons-about-characters.ts'

/** Increased when the same string gives different data: an import then parses stored ads again. */
export const AD_PARSER_VERSION = 2

/** The longest string that is parsed, in bytes of UTF-8. */
const MAX_BYTES = 2048
/** The longest text before, in and after a link, and the longest comment, in characters. */
const MAX_TEXT = 200
const MAX_DETAIL = 80
/** The longest address that is shown, after escaping. */
const MAX_ADDRESS = 2048

const WEB_ADDRESS_PATTERN = new RegExp(WEB_ADDRESS)

/** Why a part of an ad string is not shown. */
export type AdDropReason =
  /** The whole string: it is longer than 2 KB. */
  | 'too-long'
  /** The whole string: it has no valid link. */
  | 'no-link'
  /** A link beyond the 20 that a page shows. */
  | 'too-many-links'
  /** A link whose scheme is neither http nor https. */
  | 'link-scheme'
  /** A link with a user name or password in its address. */
  | 'link-credentials'
  /** A link with a malformed or incomplete address. */
  | 'link-address'
  /** A link without text. */
  | 'link-text'
  /** An element with all of its content. */
  | 'content'
  /** An element that only formats its text. The text is kept. */
  | 'element'
  | 'attribute'
  | 'comment'
  /** Characters not meant for readers, such as those that change the direction of text. */
  | 'control-character'
  /** The end of a text that is longer than 200 characters. */
  | 'text-cut'

export interface AdPartDropped {
  reason: AdDropReason
  /** A short hint for people: the name of an element, the scheme of an address. */
  detail: string
}

/** The content of an ad string as data. No part of it is HTML. */
export interface ParsedAd {
  links: SponsoredLink[]
  /** The text of its first comment. */
  comment: string | undefined
  dropped: AdPartDropped[]
}

/** Elements whose text continues the line. */
const INLINE = new Set(
  'abbr b bdi big cite code em font i ins mark nobr q s small span strike strong sub sup tt u wbr'.split(
    ' ',
  ),
)
/** Elements whose text is separated from the text around it. */
const APART = new Set(
  'blockquote br center dd div dl dt h1 h2 h3 h4 h5 h6 li ol p table tbody td th tr ul'.split(' '),
)
/** Attributes that the site writes itself, so dropping them is not reported. */
const OUR_ATTRIBUTES = new Set(['href', 'rel', 'target'])

/** The state of the parser. Between two links there is always one text, possibly empty. */
interface Reading {
  links: { href: string; text: string }[]
  texts: string[]
  comment: string | undefined
  /** Collects the text inside a link; `undefined` outside of links. */
  label: string | undefined
  drop(reason: AdDropReason, detail: string): void
}

/**
 * Parses one string of an ad system. Only text and links are kept; everything else is dropped and
 * reported. Each link takes the text that follows it, and the first one also the text before it.
 * Entities are decoded once.
 */
export function parseAd(html: string): ParsedAd {
  const dropped = new Map<string, AdPartDropped>()
  const drop = (reason: AdDropReason, detail: string) => {
    const part = { reason, detail: shorten(detail) }
    dropped.set(JSON.stringify(part), part)
  }
  const reading: Reading = { links: [], texts: [''], comment: undefined, label: undefined, drop }
  const bytes = Buffer.byteLength(html)
  if (bytes > MAX_BYTES) drop('too-long', `${bytes} bytes`)
  else readChildren(parseFragment(html), reading)
  const links = linksOf(reading)
  const { comment } = reading
  const isEmpty = links.length === 0 && comment === undefined
  if (isEmpty && bytes <= MAX_BYTES) drop('no-link', html)
  return { links, comment, dropped: [...dropped.values()] }
}

function readChildren(parent: DefaultTreeAdapterTypes.ParentNode, reading: Reading): void {
  for (const node of parent.childNodes) {
    if (node.nodeName === '#text' && 'value' in node) addText(reading, node.value)
    else if ('tagName' in node) readElement(node, reading)
    else if ('data' in node) readComment(node.data, reading)
  }
}

function readElement(element: DefaultTreeAdapterTypes.Element, reading: Reading): void {
  const { tagName, namespaceURI } = element
  if (namespaceURI === spec.NS.HTML && tagName === 'a') {
    readLink(element, reading)
  } else if (namespaceURI === spec.NS.HTML && (INLINE.has(tagName) || APART.has(tagName))) {
    const parting = APART.has(tagName) ? ' ' : ''
    if (tagName !== 'br') reading.drop('element', tagName)
    addText(reading, parting)
    readChildren(element, reading)
    addText(reading, parting)
  } else {
    reading.drop('content', tagName)
  }
}

function readLink(element: DefaultTreeAdapterTypes.Element, reading: Reading): void {
  for (const { name } of element.attrs) {
    if (!OUR_ATTRIBUTES.has(name)) reading.drop('attribute', name)
  }
  // Links may be nested: around tables the HTML parser produces this, as browsers do.
  const around = reading.label
  reading.label = ''
  readChildren(element, reading)
  const { label } = reading
  reading.label = around

  const address = checkAdAddress(element.attrs.find(({ name }) => name === 'href')?.value ?? '')
  const { text } = cleanText(label)
  if ('reason' in address) {
    // The text is dropped with the link, because it would promise a link that is not there.
    reading.drop(address.reason, address.detail)
  } else if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)) {
    reading.drop('link-text', address.href)
  } else {
    // White space at the ends of a link separates it from its neighbours.
    if (text.startsWith(' ')) addText(reading, ' ')
    reading.links.push({ href: address.href, text: label })
    reading.texts.push(text.endsWith(' ') ? ' ' : '')
  }
}

/**
 * The normalised address of a sponsored link, or why it is not shown.
 *
 * @param given the value of `href`, with entities decoded
 */
export function checkAdAddress(given: string): { href: string } | AdPartDropped {
  const address = trimCharacter(given, ' ')
  // Browsers ignore tabs and line breaks: to them, `java\nscript:` is a scheme.
  if (/\p{Cc}/u.test(address) || !URL.canParse(address)) {
    return { reason: 'link-address', detail: address }
  }
  const { protocol, username, password, host, href } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:') {
    return { reason: 'link-scheme', detail: protocol }
  }
  if (username || password) return { reason: 'link-credentials', detail: host }
  // Parsers disagree about `https:host` and `https:/\host`.
  const isWhole = /^https?:\/\/[^/\\]/i.test(address) && WEB_ADDRESS_PATTERN.test(href)
  if (!isWhole || href.length > MAX_ADDRESS) {
    return { reason: 'link-address', detail: address }
  }
  return { href }
}

function addText(reading: Reading, text: string): void {
  if (reading.label === undefined) reading.texts.push((reading.texts.pop() ?? '') + text)
  else reading.label += text
}

function readComment(data: string, reading: Reading): void {
  const comment = cutText(cleanText(data).text, MAX_TEXT).text
  if (reading.comment === undefined && comment.trim() !== '') reading.comment = comment
  else reading.drop('comment', data)
}

function linksOf({ links, texts, drop }: Reading): SponsoredLink[] {
  const show = (raw: string, trim: (text: string) => string = (text) => text) => {
    const cleaned = cleanText(raw)
    if (cleaned.removed) drop('control-character', cleaned.removed)
    const { text, isCut } = cutText(trim(cleaned.text), MAX_TEXT)
    if (isCut) drop('text-cut', text)
    return text
  }
  return links.map(({ href, text }, index) => ({
    before: index === 0 ? show(texts[0] ?? '', (before) => before.trimStart()) : '',
    text: show(text, (label) => label.trim()),
    href,
    after: show(texts[index + 1] ?? '', (after) =>
      index === links.length - 1 ? after.trimEnd() : after,
    ),
    ...(index > 0 && { continues: true as const }),
  }))
}

const shorten = (detail: string) => cutText(cleanText(detail).text.trim(), MAX_DETAIL).text

/** Control characters, and those that change the direction of text. */
const UNWANTED = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gu

/**
 * Turns white space into single spaces and removes characters not meant for readers.
 *
 * @returns the text, and the removed code points, such as `U+202E`; empty when there were none
 */
function cleanText(raw: string): { text: string; removed: string } {
  const text = raw.toWellFormed().replace(/\s+/g, ' ')
  const unwanted = new Set(text.match(UNWANTED) ?? [])
  return {
    text: text.replace(UNWANTED, '').replace(/ {2,}/g, ' '),
    removed: [...unwanted].map(codePointOf).join(' '),
  }
}

/**
 * Cuts a text that is too long. The last character then is an ellipsis.
 *
 * @param limit in code points, so that no surrogate pair is split
 */
function cutText(text: string, limit: number): { text: string; isCut: boolean } {
  const characters = [...text]
  if (characters.length <= limit) return { text, isCut: false }
  return { text: `${characters.slice(0, limit - 1).join('')}…`, isCut: true }
}
