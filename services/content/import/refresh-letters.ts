import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Locale } from '#shared/contracts/primitives.ts'
import { ALPHABET_VERSION, alphabetOf, letterOf } from '#shared/text/alphabet.ts'
import { slugify } from '#shared/text/slugify.ts'
import { letterKey } from '../addresses/letter-addresses.ts'
import { termPath } from '../addresses/term-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ONLY } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import { findSetting, saveSetting } from '../database/settings.ts'
import { shownLetterLists, shownLetters } from '../library/letters.ts'
import { shownPageEntries } from '../library/sitemap-entries.ts'
import { shownTermNames } from '../library/term-letters.ts'
import { shownTermEntries } from '../library/term-pages.ts'
import { loadCategories } from '../site/category-repository.ts'

const ALPHABET_SETTING = 'alphabet'
/** Titles or terms in memory at the same time. */
const ROWS_AT_ONCE = 1_000

/**
 * Computes the letter of every article and term again if the stored ones are of another alphabet,
 * or missing. Must be called before articles are saved.
 */
export async function refreshLetters(edit: Edit, locale: Locale): Promise<void> {
  const alphabet = { locale, version: ALPHABET_VERSION }
  const isKnown = isDeepStrictEqual(await findSetting(edit.tx, ALPHABET_SETTING), alphabet)
  if (isKnown && !(await findUnplacedTerm(edit))) return

  const categories = (await loadCategories(edit.tx)).map(({ slug }) => slug)
  const letters = alphabetOf(locale)
  await edit.track(shownPageEntries, ONLY)
  await edit.track(shownLetters, categories)
  await edit.track(
    shownLetterLists,
    categories.flatMap((category) => letters.map(({ key }) => letterKey(category, key))),
  )
  await edit.track(shownTermNames, ONLY)
  // Their pages come to be, and whatever mentions them leads there.
  await edit.track(shownTermEntries, ONLY)
  await touchTermPages(edit, locale)
  await placeTermsAnew(edit, locale)
  for (let after: string | undefined; !isKnown; ) {
    const titles = await loadTitles(edit, after)
    await storeLetters(edit, titles, categories, locale)
    after = titles.at(-1)?.id
    if (titles.length < ROWS_AT_ONCE) break
  }
  await saveSetting(edit.tx, ALPHABET_SETTING, alphabet)
}

/** Of terms whose letter or address was another, and of all beside them under these letters. */
async function touchTermPages(edit: Edit, locale: Locale): Promise<void> {
  const stored = await edit.tx
    .selectFrom('term')
    .select(['id', 'term', 'slug', 'letter as was'])
    .execute()
  const terms = stored.map((term) => ({ ...term, is: letterOf(term.term, locale).key }))
  const moved = terms.filter(({ slug, was, is }) => slug === null || was !== is)
  const letters = new Set(moved.flatMap(({ was, is }) => [was, is]))
  for (const { id, term, slug, was, is } of terms) {
    if (letters.has(was) || letters.has(is)) edit.touch(tags.termPage(slugify(term)))
    if (slug === null) {
      edit.touch(tags.address(termPath(slugify(term))), tags.term(id), tags.mentionedTerm(id))
    }
  }
}

/** Older code did not store letters and addresses of terms. */
const findUnplacedTerm = (edit: Edit) =>
  edit.tx
    .selectFrom('term')
    .select('id')
    .where(({ or, eb }) => or([eb('letter', 'is', null), eb('slug', 'is', null)]))
    .limit(1)
    .executeTakeFirst()

async function placeTermsAnew(edit: Edit, locale: Locale): Promise<void> {
  for (let after: string | undefined; ; ) {
    const terms = await loadTerms(edit, after)
    await sql`
      update term set letter = placed.letter, slug = placed.slug
        from unnest(
          ${terms.map(({ id }) => id)}::uuid[],
          ${terms.map(({ term }) => letterOf(term, locale).key)}::text[],
          ${terms.map(({ term }) => slugify(term))}::text[]
        ) as placed (id, letter, slug)
        where term.id = placed.id
          and (term.letter, term.slug) is distinct from (placed.letter, placed.slug)
    `.execute(edit.tx)
    after = terms.at(-1)?.id
    if (terms.length < ROWS_AT_ONCE) break
  }
}

function loadTerms(edit: Edit, after: string | undefined) {
  let query = edit.tx.selectFrom('term').select(['id', 'term']).orderBy('id').limit(ROWS_AT_ONCE)
  if (after !== undefined) query = query.where('id', '>', after)
  return query.execute()
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
    .limit(ROWS_AT_ONCE)
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
