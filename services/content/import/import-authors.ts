import type { Static } from 'typebox'
import { tags } from '../changes/tags.ts'
import type { Edit } from '../editing/commit-edit.ts'
import type { AuthorsFile } from './content-files.ts'
import type { ContentProblem } from './content-problem.ts'
import type { ContentFile } from './read-content.ts'

type Authors = ContentFile<Static<typeof AuthorsFile>>

export async function importAuthors(edit: Edit, { value }: Authors): Promise<void> {
  const stored = await edit.tx.selectFrom('author').selectAll().execute()
  const bySlug = new Map(stored.map((author) => [author.slug, author]))

  for (const { slug, ...columns } of value) {
    const before = bySlug.get(slug)
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

/**
 * To be called when articles are signed by whom they are signed now.
 *
 * @returns what is wrong: authors who are missing though they sign articles
 */
export async function dropMissingAuthors(
  edit: Edit,
  { file, value }: Authors,
): Promise<ContentProblem[]> {
  const stored = await edit.tx.selectFrom('author').select('slug').orderBy('slug').execute()
  const wanted = new Set(value.map(({ slug }) => slug))
  const problems: ContentProblem[] = []
  for (const { slug } of stored.filter((author) => !wanted.has(author.slug))) {
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
  return problems
}
