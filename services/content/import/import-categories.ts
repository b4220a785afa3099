import type { Insertable } from 'kysely'
import { feedPath } from '#shared/contracts/page-model.ts'
import type { Locale, Tag } from '#shared/contracts/primitives.ts'
import { keysOf } from '#shared/keys-of.ts'
import { alphabetOf } from '#shared/text/alphabet.ts'
import { letterKey } from '../addresses/letter-addresses.ts'
import { hasFeed } from '../addresses/lists.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ONLY } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Database } from '../database/schema.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import type { Categories } from '../folder/read-site-files.ts'
import type { ContentFile } from '../folder/read-yaml.ts'
import { shownFavorites } from '../library/favorites.ts'
import { shownHome } from '../library/home-choice.ts'
import { shownLetterLists, shownLetters } from '../library/letters.ts'
import { shownShell } from '../library/shell.ts'
import { shownPageEntries } from '../library/sitemap-entries.ts'
import { type Category, definesWords, loadCategories } from '../site/category-repository.ts'

type CategoriesFile = ContentFile<Categories>

/** The columns that a file fills, of categories or of subcategories. */
type BranchColumns = Omit<
  Insertable<Database['category']> & Insertable<Database['subcategory']>,
  'category' | 'slug'
>

/**
 * The tag that stands for each column of a category or a subcategory; `undefined` where what is
 * watched, or compared below, shows it.
 */
const TAG_OF = {
  title: tags.categoryTitle,
  description: tags.category,
  position: undefined,
  fallback: undefined,
  dictionary: undefined,
} satisfies Record<keyof BranchColumns, ((list: string) => Tag) | undefined>

type TextColumn = {
  [Column in keyof BranchColumns]: (typeof TAG_OF)[Column] extends undefined ? never : Column
}[keyof BranchColumns]

const TEXT_COLUMNS = keysOf(TAG_OF).filter(
  (column): column is TextColumn => TAG_OF[column] !== undefined,
)

export async function importCategories(
  edit: Edit,
  { value }: CategoriesFile,
  locale: Locale,
): Promise<void> {
  await edit.track(shownShell, ONLY)
  await edit.track(shownHome, ONLY)
  await edit.track(shownFavorites, ONLY)
  await edit.track(shownPageEntries, ONLY)
  const stored = await loadCategories(edit.tx)
  const slugs = [...stored, ...value].map(({ slug }) => slug)
  await edit.track(shownLetters, slugs)
  // Terms belong to the first dictionary, which may have changed.
  await edit.track(
    shownLetterLists,
    slugs.flatMap((slug) => alphabetOf(locale).map(({ key }) => letterKey(slug, key))),
  )
  for (const [position, { children, dictionary = false, ...category }] of value.entries()) {
    const { slug, ...columns } = { ...category, dictionary, position }
    await edit.tx
      .insertInto('category')
      .values({ slug, ...columns })
      .onConflict((conflict) => conflict.column('slug').doUpdateSet(columns))
      .execute()
    for (const [place, child] of children.entries()) {
      const { slug: childSlug, ...childColumns } = { ...child, position: place }
      await edit.tx
        .insertInto('subcategory')
        .values({ category: slug, slug: childSlug, ...childColumns })
        .onConflict((conflict) => conflict.columns(['category', 'slug']).doUpdateSet(childColumns))
        .execute()
    }
  }
  for (const { slug, children, dictionary = false, fallback } of value) {
    const known = stored.find((category) => category.slug === slug)
    if (!known) continue
    for (const child of children) {
      const list = `${slug}/${child.slug}`
      if (definesWords(known, child.slug) !== definesWords({ dictionary, fallback }, child.slug)) {
        edit.touch(tags.definitions(list))
      }
      const isFallback = [known.fallback, fallback].map((name) => name === child.slug)
      if (isFallback[0] !== isFallback[1]) edit.touch(tags.cardLabel(list))
    }
  }
  const before = textsOf(stored)
  for (const [list, texts] of textsOf(value)) {
    const known = before.get(list)
    if (known === undefined) edit.touch(...addressesOf(list))
    for (const column of TEXT_COLUMNS) {
      if (known?.[column] !== texts[column]) edit.touch(TAG_OF[column](list))
    }
  }
}

/** The addresses of a list's page and of its feed, where it has one. */
const addressesOf = (list: string): Tag[] => [
  tags.address(`/${list}`),
  ...(hasFeed(list) ? [tags.address(feedPath(`/${list}`))] : []),
]

type Texts = Pick<Category, TextColumn>

/** Titles and descriptions by `category` and `category/subcategory`. */
const textsOf = (categories: Readonly<Categories>) =>
  new Map(
    categories.flatMap(({ children, ...category }): [string, Texts][] => [
      [category.slug, category],
      ...children.map((child): [string, Texts] => [`${category.slug}/${child.slug}`, child]),
    ]),
  )

/**
 * Must be called after articles have their new placements.
 *
 * @returns problems: subcategories that are missing although articles are filed under them
 */
export async function dropMissingCategories(
  edit: Edit,
  { file, value: wanted }: CategoriesFile,
): Promise<ContentProblem[]> {
  const kept = new Set(
    wanted.flatMap(({ slug, children }) => children.map((child) => `${slug}/${child.slug}`)),
  )
  const stored = await edit.tx.selectFrom('subcategory').select(['category', 'slug']).execute()
  const dropped = stored.filter(({ category, slug }) => !kept.has(`${category}/${slug}`))

  const problems: ContentProblem[] = []
  for (const { category, slug } of dropped) {
    const { count } = await edit.tx
      .selectFrom('placement')
      .innerJoin('article', 'article.id', 'placement.article')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('article.status', '=', 'published')
      .where('category', '=', category)
      .where('subcategory', '=', slug)
      .executeTakeFirstOrThrow()
    if (count > 0) {
      const message = `${category}/${slug} is missing, but ${count} articles are filed under it`
      problems.push({ file, line: 1, code: 'E-IN-USE', message })
      continue
    }
    // A withdrawn article loses its placement here. It gets a new one when it is published again.
    await edit.tx
      .deleteFrom('placement')
      .where('category', '=', category)
      .where('subcategory', '=', slug)
      .execute()
    await edit.tx
      .deleteFrom('subcategory')
      .where('category', '=', category)
      .where('slug', '=', slug)
      .execute()
    edit.touch(tags.address(`/${category}/${slug}`))
  }
  if (problems.length > 0) return problems
  const gone = await edit.tx
    .deleteFrom('category')
    .where(
      'slug',
      'not in',
      wanted.map(({ slug }) => slug),
    )
    .returning('slug')
    .execute()
  edit.touch(...gone.flatMap(({ slug }) => addressesOf(slug)))
  return []
}
