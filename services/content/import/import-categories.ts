import type { Static } from 'typebox'
import { tags } from '../changes/tags.ts'
import type { Edit } from '../editing/commit-edit.ts'
import type { CategoriesFile } from './content-files.ts'
import type { ContentProblem } from './content-problem.ts'
import type { ContentFile } from './read-content.ts'

type Categories = ContentFile<Static<typeof CategoriesFile>>

export async function importCategories(edit: Edit, { value }: Categories): Promise<void> {
  for (const [position, { children, ...category }] of value.entries()) {
    const { slug, ...columns } = { ...category, position }
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
  edit.touch(tags.tree, tags.sitemap)
}

/**
 * To be called when articles are where they belong now.
 *
 * @returns what is wrong: subcategories that are missing though articles are filed under them
 */
export async function dropMissingCategories(
  edit: Edit,
  { file, value: wanted }: Categories,
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
      problems.push({ file, line: 1, message })
      continue
    }
    // Withdrawn articles are filed nowhere; they get a new place when they come back.
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
  }
  if (problems.length > 0) return problems
  await edit.tx
    .deleteFrom('category')
    .where(
      'slug',
      'not in',
      wanted.map(({ slug }) => slug),
    )
    .execute()
  return []
}
