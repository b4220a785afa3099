export interface CleanedText {
  text: string
  /** The code points that were removed, such as `U+202E`; empty when there were none. */
  removed: string
}

/** Control characters, and those that turn the direction of the text around them. */
const UNWANTED = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gu

/** Makes white space single spaces and removes characters that are not for readers. */
export function cleanText(raw: string): CleanedText {
  const text = raw.toWellFormed().replace(/\s+/g, ' ')
  const unwanted = new Set(text.match(UNWANTED) ?? [])
  return {
    text: text.replace(UNWANTED, '').replace(/ {2,}/g, ' '),
    removed: [...unwanted].map(nameOf).join(' '),
  }
}

const nameOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/**
 * At most so many characters, of which the last says that something is missing.
 *
 * @param limit in code points, so that no pair is cut into halves
 */
export function cutText(text: string, limit: number): { text: string; isCut: boolean } {
  const characters = [...text]
  if (characters.length <= limit) return { text, isCut: false }
  return { text: `${characters.slice(0, limit - 1).join('')}…`, isCut: true }
}
