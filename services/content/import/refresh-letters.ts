import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Locale } from '#shared/contracts/primitives.ts'
import { ALPHABET_VERSION, alphabetOf, letterOf } from '#shared/text/alphabet.ts'
import { letterKey, shownLetterLists, shownLetters } from '../articles/letters.ts'
import { loadCategories } from '../categories/category-repository.ts'
import { ONLY } from '../changes/shown.ts'
import { findSetting, saveSetting } from '../database/settings.ts'
import type { Edit } from '../editing/commit-edit.ts'
import { shownPageEntries } from '../pages/sitemap-entries.ts'

const ALPHABET_SETTING = 'alphabet'
/** Titles that are in memory at once. */
const AT_ONCE = 1_000

/**
 * Gives every article its letter anew where another alphabet, or none, has given those that are
 * stored. To be called before articles are saved.
 */
export async function refreshLetters(edit: Edit, locale: Locale): Promise<void> {
  const alphabet = { locale, version: ALPHABET_VERSION }
  if (isDeepStrictEqual(await findSetting(edit.tx, ALPHABET_SETTING), alphabet)) return

  const categories = (await loadCategories(edit.tx)).map(({ slug }) => slug)
  const letters = alphabetOf(locale)
  await edit.watch(shownPageEntries, ONLY)
  await edit.watch(shownLetters, categories)
  await edit.watch(
    shownLetterLists,
    categories.flatMap((category) => letters.map(({ key }) => letterKey(category, key))),
  )
  for (let after: string | undefined; ; ) {
    const titles = await loadTitles(edit, after)
    await storeLetters(edit, titles, categories, locale)
    after = titles.at(-1)?.id
    if (titles.length < AT_ONCE) break
  }
  await saveSetting(edit.tx, ALPHABET_SETTING, alphabet)
}

interface Titled {
  id: string
  title: string
}

function loadTitles(edit: Edit, after: string | undefined): Promise<Titled[]> {
  let query = edit.tx
    .selectFrom('article')
    .select(['id', 'title'])
    .where('status', '=', 'published')
    .orderBy('id')
    .limit(AT_ONCE)
  if (after !== undefined) query = query.where('id', '>', after)
  return query.execute()
}

async function storeLetters(
  edit: Edit,
  titles: readonly Titled[],
  categories: readonly string[],
  locale: Locale,
): Promise<void> {
  await sql`
    update listing set letter = titled.letter
      from unnest(
        ${titles.map(({ id }) => id)}::uuid[],
        ${titles.map(({ title }) => letterOf(title, locale).key)}::text[]
      ) as titled (article, letter)
      where listing.article = titled.article and listing.list = any(${[...categories]}::text[])
        and listing.letter is distinct from titled.letter
  `.execute(edit.tx)
}
