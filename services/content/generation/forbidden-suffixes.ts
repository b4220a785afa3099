import type { Locale } from '#shared/contracts/primitives.ts'
import { fold, foldTr } from '#shared/text/fold.ts'

const WORD = /\p{L}+/gu
/** No more words are named. */
const SHOWN = 10

/**
 * The words of a text that end in one of the suffixes, each once, without regard to case. A word that
 * is nothing but a suffix has none.
 */
export function wordsWithSuffix(
  text: string,
  suffixes: readonly string[],
  locale: Locale,
): string[] {
  if (suffixes.length === 0) return []
  const folded = locale === 'tr_TR' ? foldTr : fold
  const endings = suffixes.map((suffix) => folded(suffix.replace(/^-/, '')))
  const found = new Set<string>()
  for (const [word] of folded(text).matchAll(WORD)) {
    if (found.size < SHOWN && endings.some((end) => word !== end && word.endsWith(end))) {
      found.add(word)
    }
  }
  return [...found]
}
