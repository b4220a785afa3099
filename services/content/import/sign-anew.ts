import { pickAuthor } from '../articles/pick-author.ts'
import { type SaveContext, saveArticle } from '../articles/save-article.ts'
import { checkedOf, loadWhole } from '../articles/stored-article.ts'
import type { Edit } from '../editing/commit-edit.ts'

/**
 * Gives an article that names no author the one that the new roster picks. It stays with whom the
 * editor API gave it to, and all else stays as it is.
 *
 * @param rosterBefore slugs of all authors before this import
 */
export async function signAnew(
  edit: Edit,
  id: string,
  rosterBefore: readonly string[],
  save: SaveContext,
): Promise<void> {
  const stored = await edit.tx
    .selectFrom('article')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'published')
    .executeTakeFirst()
  if (!stored || stored.author !== pickAuthor(id, rosterBefore)) return
  const author = pickAuthor(id, save.roster)
  if (author === stored.author) return
  const whole = await loadWhole(edit.tx, stored)
  await saveArticle(edit, whole.slug, { ...checkedOf(whole, save.locale), author }, whole, save)
}
