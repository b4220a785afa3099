import type { Static } from 'typebox'
import { tags } from '../changes/tags.ts'
import type { Edit } from '../editing/commit-edit.ts'
import type { AuthorsFile } from './content-files.ts'
import { ContentError } from './content-problem.ts'
import type { ContentFile } from './read-content.ts'

/** @throws {ContentError} when an author who still signs articles is missing */
export async function importAuthors(
  edit: Edit,
  { file, value }: ContentFile<Static<typeof AuthorsFile>>,
): Promise<void> {
  const stored = await edit.tx.selectFrom('author').selectAll().execute()
  const bySlug = new Map(stored.map((author) => [author.slug, author]))

  for (const { slug, ...columns } of value) {
    const before = bySlug.get(slug)
    bySlug.delete(slug)
    const same =
      before !== undefined &&
      Object.entries(columns).every(([column, text]) => Reflect.get(before, column) === text)
    if (same) continue
    await edit.tx
      .insertInto('author')
      .values({ slug, ...columns })
      .onConflict((conflict) => conflict.column('slug').doUpdateSet(columns))
      .execute()
    edit.touch(tags.author(slug), tags.roster, tags.sitemap)
    if (before && before.name !== columns.name) await touchCards(edit, slug)
  }
  await dropMissing(edit, file, [...bySlug.keys()])
}

/** Every card shows its author's name. */
async function touchCards(edit: Edit, author: string) {
  const articles = await edit.tx
    .selectFrom('article')
    .select('id')
    .where('author', '=', author)
    .where('status', '=', 'published')
    .execute()
  edit.touch(...articles.map(({ id }) => tags.card(id)))
}

async function dropMissing(edit: Edit, file: string, slugs: readonly string[]) {
  const problems = []
  for (const slug of slugs) {
    const { count } = await edit.tx
      .selectFrom('article')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('author', '=', slug)
      .executeTakeFirstOrThrow()
    if (count > 0) {
      problems.push({ file, line: 1, message: `${slug} is missing, but signs ${count} articles` })
      continue
    }
    await edit.tx.deleteFrom('author').where('slug', '=', slug).execute()
    edit.touch(tags.author(slug), tags.roster, tags.sitemap)
  }
  if (problems.length > 0) throw new ContentError(problems)
}
