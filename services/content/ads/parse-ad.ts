import { type DefaultTreeAdapterTypes, parseFragment, html as spec } from 'parse5'
import type { SponsoredLink } from '#shared/contracts/page.ts'
import { checkAdAddress } from './check-ad-address.ts'
import { type CleanedText, cleanText, cutText } from './clean-text.ts'

/** Goes up when the same string gives other data: stored ads are then parsed anew at import. */
export const AD_PARSER_VERSION = 1

/** Longest string that is looked at, in bytes of UTF-8. */
const MAX_BYTES = 2048
/** Longest text before, in and after a link, and longest comment, in characters. */
const MAX_TEXT = 200
const MAX_DETAIL = 80

/** Why something of an ad string is not shown. */
type AdDropReason =
  /** The whole string: it is longer than 2 KB. */
  | 'too-long'
  /** The whole string, which has no link that can be shown. */
  | 'no-link'
  /** A link above the 20 that a page shows. */
  | 'too-many-links'
  /** A link that is neither http nor https. */
  | 'link-scheme'
  /** A link with a name or password in its address. */
  | 'link-credentials'
  /** A link without a whole, readable address. */
  | 'link-address'
  /** A link without words. */
  | 'link-text'
  /** An element together with all that is in it. */
  | 'content'
  /** An element that only styles its text, which is kept. */
  | 'element'
  | 'attribute'
  | 'comment'
  /** Characters that are not for readers, such as those that turn the direction of writing. */
  | 'control-character'
  /** The end of a text that is longer than 200 characters. */
  | 'text-cut'

export interface AdPartDropped {
  reason: AdDropReason
  /** What it was: the name of an element, the scheme of an address; for people, and short. */
  detail: string
}

/** What an ad string says, as data: no piece of it is HTML. */
export interface ParsedAd {
  links: SponsoredLink[]
  /** What its first comment says. */
  comment: string | undefined
  dropped: AdPartDropped[]
}

/** Elements whose text a reader sees in line. */
const INLINE = new Set(
  'abbr b bdi big cite code em font i ins mark nobr q s small span strike strong sub sup tt u wbr'.split(
    ' ',
  ),
)
/** Elements whose text stands apart from what is around it. */
const APART = new Set(
  'blockquote br center dd div dl dt h1 h2 h3 h4 h5 h6 li ol p table tbody td th tr ul'.split(' '),
)
/** We write these ourselves, so nothing is lost of theirs. */
const OUR_ATTRIBUTES = new Set(['href', 'rel', 'target'])

/** What is being read. Between two links there is always a text, which may be empty. */
interface Reading {
  links: { href: string; text: string }[]
  texts: string[]
  comment: string | undefined
  /** Takes what stands inside a link. */
  label: string | undefined
  drop(reason: AdDropReason, detail: string): void
}

/**
 * Reads one string of an ad system. Only text and links stay: whatever else is in it is dropped,
 * and said. Of several links in one string, each takes the text that follows it; the first one has
 * the text before it, too. Entities are decoded once.
 */
export function parseAd(html: string): ParsedAd {
  const dropped = new Map<string, AdPartDropped>()
  const drop = (reason: AdDropReason, detail: string) => {
    const part = { reason, detail: shorten(detail) }
    dropped.set(JSON.stringify(part), part)
  }
  const done = (links: SponsoredLink[], comment?: string): ParsedAd => ({
    links,
    comment,
    dropped: [...dropped.values()],
  })

  const bytes = Buffer.byteLength(html)
  if (bytes > MAX_BYTES) {
    drop('too-long', `${bytes} bytes`)
    return done([])
  }
  const reading: Reading = { links: [], texts: [''], comment: undefined, label: undefined, drop }
  readChildren(parseFragment(html), reading)
  const links = linksOf(reading)
  if (links.length === 0 && reading.comment === undefined) drop('no-link', html)
  return done(links, reading.comment)
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
  // A link may stand in another one: around tables the parser makes it so, as browsers do.
  const around = reading.label
  reading.label = ''
  readChildren(element, reading)
  const { label } = reading
  reading.label = around

  const address = checkAdAddress(element.attrs.find(({ name }) => name === 'href')?.value ?? '')
  const { text } = cleanText(label)
  if ('reason' in address) {
    // Its words go with it: without the link they would promise what is not there.
    reading.drop(address.reason, address.detail)
  } else if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)) {
    reading.drop('link-text', address.href)
  } else {
    // White space at the ends of a link parts it from its neighbours.
    if (text.startsWith(' ')) addText(reading, ' ')
    reading.links.push({ href: address.href, text: label })
    reading.texts.push(text.endsWith(' ') ? ' ' : '')
  }
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
    const cleaned: CleanedText = cleanText(raw)
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
