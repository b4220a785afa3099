import type { Edit } from '../changes/commit-edit.ts'
import { pickAuthor } from '../drafts/pick-author.ts'
import type { SaveContext } from '../edits/article-change.ts'
import { saveArticle } from '../edits/save-article.ts'
import { checkedOf, loadWhole } from '../library/stored-article.ts'

/**
 * Gives an article that names no author the one that the new roster picks. An author set through
 * the editor API stays, and so does everything else.
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
