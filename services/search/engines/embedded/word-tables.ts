import type { Locale } from '#shared/contracts/primitives.ts'
import { buildNearWords } from '../../similar/near-words.ts'
import { foldForms } from './form-words.ts'
import type { TextList } from './text-list.ts'
import type { TitleSegment } from './title-segment.ts'
import { toVocabulary } from './vocabulary.ts'

/** What of a segment is about its words alone, whichever titles have them. */
export type WordTables = Pick<TitleSegment, 'plain' | 'turkish' | 'near'>

export function buildWordTables(forms: TextList, locale: Locale): WordTables {
  const { words } = foldForms(forms, locale)
  const plain = toVocabulary(words.map((word) => word.plain))
  const turkish = words.map((word) => word.turkish ?? '')
  return {
    plain,
    turkish: locale === 'tr_TR' ? toVocabulary(turkish) : undefined,
    near: buildNearWords(words, plain, locale),
  }
}
