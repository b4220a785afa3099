import type { Instant } from '#shared/contracts/primitives.ts'
import { keysOf } from '#shared/keys-of.ts'
import { dayAt, startOfDay } from '#shared/text/time-zone.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { CheckedArticle } from '../drafts/check-article.ts'
import type { SaveContext } from '../edits/article-change.ts'
import { saveArticle } from '../edits/save-article.ts'
import { checkedOf, loadWhole } from '../library/stored-article.ts'

/** The site's time zone, before and after an import. */
export interface Zones {
  before: string
  after: string
}

/**
 * Keeps the days that an article's file names when the site gets another time zone: each is stored as
 * its first instant, which is another one now. Dates set through the editor API stay, and so do
 * instants.
 *
 * @param article as its unchanged file reads in the new zone
 */
export async function dateAnew(
  edit: Edit,
  id: string,
  article: CheckedArticle,
  zones: Zones,
  save: SaveContext,
): Promise<void> {
  const stored = await edit.tx
    .selectFrom('article')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!stored) return
  const { published_at, updated_at } = stored
  const publishedAt = sameDay(published_at, article.publishedAt, zones)
  const followed = updated_at === published_at ? publishedAt : updated_at
  const optional = (instant: Instant | null, written: Instant | undefined) =>
    instant === null ? null : sameDay(instant, written, zones)
  const dates = {
    published_at: publishedAt,
    updated_at: sameDay(followed, article.updatedAt, zones),
    reviewed_at: optional(stored.reviewed_at, article.reviewedAt),
    checked_at: optional(stored.checked_at, article.checkedAt),
    expires_at: optional(stored.expires_at, article.expiresAt),
  }
  if (keysOf(dates).every((column) => dates[column] === stored[column])) return
  if (stored.status === 'gone') {
    // No page shows them before it is brought back.
    await edit.tx.updateTable('article').set(dates).where('id', '=', id).execute()
    return
  }
  const whole = await loadWhole(edit.tx, stored)
  const checked = checkedOf({ ...whole, ...dates }, save.locale)
  await saveArticle(edit, whole.slug, checked, whole, save)
}

/** What the file says, if that is a day, and what is stored is the same day in the former zone. */
function sameDay(stored: Instant, written: Instant | undefined, { before, after }: Zones): Instant {
  if (written === undefined) return stored
  const day = dayAt(written, after)
  const isDay = written === startOfDay(day, after)
  return isDay && stored === startOfDay(day, before) ? written : stored
}
