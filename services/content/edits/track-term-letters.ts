import type { Locale } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import { letterOf } from '#shared/text/alphabet.ts'
import { letterKey } from '../addresses/letter-addresses.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ONLY } from '../changes/readings.ts'
import { shownLetterLists, shownLetters } from '../library/letters.ts'
import { shownPageEntries } from '../library/sitemap-entries.ts'
import { shownTermNames } from '../library/term-letters.ts'
import { loadCategories, termDictionaryIn } from '../site/category-repository.ts'

/**
 * Watches every page that lists some of these terms, or will. Call it before they are written.
 *
 * @param terms names of the terms added or removed
 */
export async function trackTermLetters(
  edit: Edit,
  terms: readonly string[],
  locale: Locale,
): Promise<void> {
  if (terms.length === 0) return
  const dictionary = termDictionaryIn(await loadCategories(edit.tx))
  if (dictionary === undefined) return
  const letters = new Set(terms.map((term) => letterOf(term, locale).key))
  await settleAll([
    edit.track(shownTermNames, ONLY),
    edit.track(shownPageEntries, ONLY),
    edit.track(shownLetters, [dictionary]),
    edit.track(
      shownLetterLists,
      [...letters].map((letter) => letterKey(dictionary, letter)),
    ),
  ])
}
