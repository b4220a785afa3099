import { codePointOf } from '../drafts/reasons-about-characters.ts'

/** Control characters, and those that change the direction of text. */
const UNWANTED = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gu

/**
 * Turns white space into single spaces and removes characters not meant for readers.
 *
 * @returns the text, and the removed code points, such as `U+202E`; empty when there were none
 */
export function cleanText(raw: string): { text: string; removed: string } {
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
export function cutText(text: string, limit: number): { text: string; isCut: boolean } {
  const characters = [...text]
  if (characters.length <= limit) return { text, isCut: false }
  return { text: `${characters.slice(0, limit - 1).join('')}…`, isCut: true }
}
