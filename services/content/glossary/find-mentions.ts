import { MAX_MENTIONS } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { formAt, type Glossary } from './glossary.ts'
import { textRanges } from './text-ranges.ts'
import { readWords, type Words } from './words.ts'

/** The first mention of a term, in UTF-16 units of the article's HTML; `ends` is exclusive. */
export interface Mention {
  term: string
  starts: number
  ends: number
}

/** The words of an article that may be part of a mention. */
export const articleWords = (html: string, locale: Locale): Words =>
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
  words: Words,
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
export function wordHashes({ hashes }: Words): number[] {
  const sorted = Int32Array.from(hashes).sort()
  return Array.from(sorted.filter((hash, index) => hash !== sorted[index - 1]))
}
