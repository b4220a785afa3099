import type { Locale } from '#shared/contracts/primitives.ts'
import { cutAtWord } from '#shared/text/cut-at-word.ts'
import { languageTag } from '#shared/text/language-tag.ts'

/** Three lines of a list on a phone, in characters. */
const LONGEST = 160

/** The first sentence of a biography, or as many of its words as a list has room for. */
export function openingOf(biography: string, locale: Locale): string {
  const sentences = new Intl.Segmenter(languageTag(locale), { granularity: 'sentence' })
  const [first] = sentences.segment(biography)
  return cutAtWord(first?.segment.trim() ?? '', LONGEST)
}
