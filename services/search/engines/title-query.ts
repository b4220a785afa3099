import type { Locale } from '#shared/contracts/primitives.ts'
import { type FoldedText, foldQuery, foldText, isPartOf } from '#shared/text/title-match.ts'
import type { TitleQuery } from './engine.ts'

/**
 * Parses a typed text. A word that is contained in another one adds no condition and is left out:
 * `inv` beside `invest`.
 *
 * @param locale the site's
 */
export function readTitleQuery(text: string, locale: Locale): TitleQuery {
  const longestFirst = foldQuery(text, locale).toSorted(
    (one, other) => other.plain.length - one.plain.length,
  )
  const words: FoldedText[] = []
  for (const word of longestFirst) {
    if (!words.some((longer) => isPartOf(word, longer))) words.push(word)
  }
  return { words, whole: foldText(text, locale) }
}
