import type { Slug } from '#shared/contracts/primitives.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { tags } from '../changes/tags.ts'
import { noteWritten, type StoredArticle } from '../library/stored-article.ts'

/** Longest part of an address that is kept in another one, so that this one is short enough too. */
const KEPT_OF_SLUG = 90

/**
 * Gives a withdrawn article another address, so that a new one can take its place: an id stands for one
 * article for ever, also in the feeds of readers.
 *
 * @returns the slug that it has now
 */
export async function moveAside(edit: Edit, { id, slug }: StoredArticle): Promise<Slug> {
  const base = `${slug.slice(0, KEPT_OF_SLUG).replace(/-$/, '')}-withdrawn`
  const rows = await edit.tx
    .selectFrom('article')
    .select('slug')
    .where('slug', 'like', `${base}%`)
    .execute()
  const taken = new Set(rows.map((row) => row.slug))
  let aside = base
  for (let number = 2; taken.has(aside); number++) aside = `${base}-${number}`
  noteWritten(edit, id, [slug, aside])
  edit.send(
    edit.tx
      .updateTable('article')
      .set({ slug: aside, revision: edit.revision })
      .where('id', '=', id),
  )
  // Its former addresses say that it was withdrawn, as before.
  edit.touch(tags.address(articlePath(aside)), tags.address(articlePath(slug)))
  return aside
}
