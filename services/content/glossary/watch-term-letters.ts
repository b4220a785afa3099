import type { Locale } from '#shared/contracts/primitives.ts'
import { letterOf } from '#shared/text/alphabet.ts'
import { together } from '#shared/together.ts'
import { letterKey, shownLetterLists, shownLetters } from '../articles/letters.ts'
import { loadCategories, termDictionaryIn } from '../categories/category-repository.ts'
import { ONLY } from '../changes/shown.ts'
import type { Edit } from '../editing/commit-edit.ts'
import { shownPageEntries } from '../pages/sitemap-entries.ts'
import { shownTermNames } from './term-letters.ts'

/**
 * Looks at every page that lists some of these terms, or will, before they are written.
 *
 * @param terms that come or go, by their names
 */
export async function watchTermLetters(
  edit: Edit,
  terms: readonly string[],
  locale: Locale,
): Promise<void> {
  if (terms.length === 0) return
  const dictionary = termDictionaryIn(await loadCategories(edit.tx))
  if (dictionary === undefined) return
  const letters = new Set(terms.map((term) => letterOf(term, locale).key))
  await together([
    edit.watch(shownTermNames, ONLY),
    edit.watch(shownPageEntries, ONLY),
    edit.watch(shownLetters, [dictionary]),
    edit.watch(
      shownLetterLists,
      [...letters].map((letter) => letterKey(dictionary, letter)),
    ),
  ])
}
