import type { SavedWords } from '../../strings/saved-words.ts'
import type { Strings } from '../../strings/strings.ts'

export interface ListWords {
  strings: Pick<Strings, 'languageTag' | 'day' | 'articleCount'>
  words: SavedWords
}

/** In thousands or millions of bytes, as phones show sizes. */
export function sizeIn(languageTag: string, bytes: number): string {
  const isSmall = bytes < 1_000_000
  return new Intl.NumberFormat(languageTag, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: isSmall ? 0 : 1,
  }).format(bytes / (isSmall ? 1_000 : 1_000_000))
}
