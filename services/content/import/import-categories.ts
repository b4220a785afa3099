import type { Static } from 'typebox'
import { tags } from '../changes/tags.ts'
import type { Edit } from '../editing/commit-edit.ts'
import type { CategoriesFile } from './content-files.ts'
import { ContentError } from './content-problem.ts'
import type { ContentFile } from './read-content.ts'

/** @throws {ContentError} when a category or subcategory that articles are filed under is gone */
export async function importCategories(
  edit: Edit,
  { file, value }: ContentFile<Static<typeof CategoriesFile>>,
): Promise<void> {
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
  await dropMissing(edit, file, value)
  edit.touch(tags.tree, tags.sitemap)
}

async function dropMissing(edit: Edit, file: string, wanted: Static<typeof CategoriesFile>) {
  const kept = new Set(
    wanted.flatMap(({ slug, children }) => children.map((child) => `${slug}/${child.slug}`)),
  )
  const stored = await edit.tx.selectFrom('subcategory').select(['category', 'slug']).execute()
  const dropped = stored.filter(({ category, slug }) => !kept.has(`${category}/${slug}`))

  const problems = []
  for (const { category, slug } of dropped) {
    const { count } = await edit.tx
      .selectFrom('placement')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('category', '=', category)
      .where('subcategory', '=', slug)
      .executeTakeFirstOrThrow()
    if (count > 0) {
      const message = `${category}/${slug} is missing, but ${count} articles are filed under it`
      problems.push({ file, line: 1, message })
      continue
    }
    await edit.tx
      .deleteFrom('subcategory')
      .where('category', '=', category)
      .where('slug', '=', slug)
      .execute()
  }
  if (problems.length > 0) throw new ContentError(problems)
  await edit.tx
    .deleteFrom('category')
    .where(
      'slug',
      'not in',
      wanted.map(({ slug }) => slug),
    )
    .execute()
}
