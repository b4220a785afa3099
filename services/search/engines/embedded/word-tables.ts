import type { Locale } from '#shared/contracts/primitives.ts'
import type { FoldedText } from '#shared/text/title-match.ts'
import { buildNearWords } from './near-words.ts'
import type { TitleSegment } from './title-segment.ts'
import { toVocabulary } from './vocabulary.ts'

/** The parts of a segment that depend only on its words, whichever titles have them. */
export type WordTables = Pick<TitleSegment, 'plain' | 'turkish' | 'near'>

/** @param words as returned by `foldTokens` */
export function buildWordTables(words: readonly FoldedText[], locale: Locale): WordTables {
  const plain = toVocabulary(words.map((word) => word.plain))
  const turkish = words.map((word) => word.turkish ?? '')
  return {
    plain,
    turkish: locale === 'tr_TR' ? toVocabulary(turkish) : undefined,
    near: buildNearWords(words, plain, locale),
  }
}
