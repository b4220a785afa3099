import { isDeepStrictEqual } from 'node:util'
import type { Insertable } from 'kysely'
import type { Static } from 'typebox'
import type { Tag } from '#shared/contracts/primitives.ts'
import { keysOf } from '#shared/keys-of.ts'
import { authorPath } from '../addresses/author-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ONLY } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Database } from '../database/schema.ts'
import type { AuthorsFile } from '../folder/content-files.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import type { ContentFile } from '../folder/read-yaml.ts'
import { shownRoster } from '../library/roster.ts'
import { shownPageEntries } from '../library/sitemap-entries.ts'

type Authors = ContentFile<Static<typeof AuthorsFile>>

/** The columns of an author that a file fills, every one of them. */
type AuthorColumns = Omit<Required<Insertable<Database['author']>>, 'slug'>

/** The tag that stands for each of them. */
const TAG_OF = {
  name: tags.authorName,
  description: tags.authorBiography,
  role: tags.authorBiography,
  links: tags.authorBiography,
  meta_title: tags.author,
  meta_description: tags.author,
} satisfies Record<keyof AuthorColumns, (slug: string) => Tag>

export async function importAuthors(edit: Edit, { value }: Authors): Promise<void> {
  await watchAuthors(edit)
  const stored = await edit.tx.selectFrom('author').selectAll().execute()
  const bySlug = new Map(stored.map((author) => [author.slug, author]))

  for (const author of value) {
    // Portraits are imported separately: they may change while this file does not.
    const { slug, role = null, links = [], portrait: _, portraitAlt: _alt, ...texts } = author
    const columns: AuthorColumns = { ...texts, role, links }
    const before = bySlug.get(slug)
    const changed = keysOf(TAG_OF).filter(
      (name) => !isDeepStrictEqual(before?.[name], columns[name]),
    )
    if (changed.length === 0) continue
    await edit.tx
      .insertInto('author')
      .values({ slug, ...columns })
      .onConflict((conflict) => conflict.column('slug').doUpdateSet(columns))
      .execute()
    if (!before) edit.touch(tags.address(authorPath(slug)))
    edit.touch(...changed.map((name) => TAG_OF[name](slug)))
  }
}

async function watchAuthors(edit: Edit) {
  await edit.track(shownRoster, ONLY)
  await edit.track(shownPageEntries, ONLY)
}

/**
 * Must be called after articles have their new authors.
 *
 * @returns problems: authors who are missing although they sign articles
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
      .where('status', '=', 'published')
      .executeTakeFirstOrThrow()
    if (count > 0) {
      problems.push({
        file,
        line: 1,
        code: 'E-IN-USE',
        message: `${slug} is missing, but is the author of ${count} articles`,
      })
      continue
    }
    // A withdrawn article loses its author here. It gets a new one when it is published again.
    await edit.tx.updateTable('article').set({ author: null }).where('author', '=', slug).execute()
    await edit.tx.deleteFrom('author').where('slug', '=', slug).execute()
    edit.touch(tags.address(authorPath(slug)))
  }
  return problems
}
