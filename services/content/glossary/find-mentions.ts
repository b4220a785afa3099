import { MAX_MENTIONS } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { integerArray } from '../database/binary-arrays.ts'
import { formAt, type Glossary } from './glossary.ts'
import { type HashedWords, readWords } from './words.ts'

/** The first mention of a term, in UTF-16 units of the article's HTML; `ends` is exclusive. */
export interface Mention {
  term: string
  starts: number
  ends: number
}

/** The words of an article that may be part of a mention. */
export const articleWords = (html: string, locale: Locale): HashedWords =>
  readWords(html, locale, textRanges(html))

/**
 * The first mentions of the first terms in an article, in the order of the text. A longer term
 * hides the terms it contains, and the article's own terms are not mentions.
 *
 * @param words the words of this HTML
 * @param article the id of the article
 */
export function findMentions(
  html: string,
  words: HashedWords,
  article: string,
  glossary: Glossary,
): Mention[] {
  const own = glossary.ownKeys.get(article)
  const mentions = new Map<string, Mention>()
  for (let at = 0; at < words.starts.length && mentions.size < MAX_MENTIONS; at++) {
    const found = formAt(glossary, html, words, at)
    if (!found) continue
    const { form, end } = found
    const starts = words.starts[at] ?? 0
    at += form.words.length - 1
    if (own?.has(form.key) || mentions.has(form.term)) continue
    mentions.set(form.term, { term: form.term, starts, ends: end })
  }
  return [...mentions.values()]
}

/** Sorted hashes of the words, each once. An article with a form has all hashes of it. */
export function wordHashes({ hashes }: HashedWords): Int32Array {
  const sorted = new Int32Array(hashes).sort()
  let different = 0
  for (let at = 0; at < sorted.length; at++) {
    const hash = sorted[at] ?? 0
    if (at === 0 || hash !== sorted[different - 1]) sorted[different++] = hash
  }
  return sorted.subarray(0, different)
}

/** Where an HTML text mentions terms, and which words it has. */
export interface LinkedText {
  mentions: Mention[]
  /** The hashes of its words, as Postgres sends an array of integers. */
  words: Uint8Array
}

export function linkText(html: string, article: string, glossary: Glossary): LinkedText {
  const words = articleWords(html, glossary.locale)
  return {
    mentions: findMentions(html, words, article, glossary),
    words: integerArray(wordHashes(words)),
  }
}

/** Elements whose text is a link already, is not prose, is drawn, or is a heading. */
const SKIPPED = new Set([
  ...['a', 'code', 'pre', 'thead', 'svg', 'summary'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
])

const SLASH = '/'.charCodeAt(0)

/** Small letters and digits. */
const isNameUnit = (unit: number) => (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57)

/**
 * The ranges of text in paragraphs, lists and cells. Works only for the HTML of our own renderer,
 * which escapes every `<`, `>` and `&` that is not markup. No range contains a tag.
 */
function textRanges(html: string): [start: number, end: number][] {
  const ranges: [number, number][] = []
  let skipped = 0
  let start = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', Math.max(start, at + 1))) {
    const isEnd = html.charCodeAt(at + 1) === SLASH
    const nameAt = isEnd ? at + 2 : at + 1
    let nameEnd = nameAt
    while (isNameUnit(html.charCodeAt(nameEnd))) nameEnd++
    if (nameEnd === nameAt) continue
    const end = html.indexOf('>', nameEnd)
    if (end === -1) break
    if (skipped === 0 && at > start) ranges.push([start, at])
    start = end + 1
    if (SKIPPED.has(html.slice(nameAt, nameEnd))) skipped += isEnd ? -1 : 1
  }
  if (skipped === 0 && start < html.length) ranges.push([start, html.length])
  return ranges
}
