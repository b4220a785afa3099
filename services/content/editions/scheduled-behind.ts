import type { Revision } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import type { Reader } from '../database/reader.ts'
import { loadWhole } from '../library/stored-article.ts'
import { entityTag } from './entity-tag.ts'
import { loadSiteHeads, siteTag } from './site-edition.ts'

/** An edit that many scheduled drafts have not seen names so many of them. */
const NAMED_AT_ONCE = 20

/**
 * Warnings where an edit has changed articles of which drafts wait for a time: such a draft will be held
 * then, because its editor has not seen the edit.
 *
 * @param edited the revision of the edit and, if it was of one article only, that; without a revision, what
 *   an edit of the article would do
 */
export async function warningsAboutScheduled(
  db: Reader,
  { revision, article }: { revision: Revision | undefined; article?: string },
) {
  let query = db
    .selectFrom('draft')
    .innerJoin('release', 'release.id', 'draft.release')
    .innerJoin('article', 'article.id', 'draft.article')
    .selectAll('article')
    .select(['draft.id as draft', 'draft.base', 'draft.brings_back'])
    .select(['release.id as release', 'release.publish_at'])
    .where('release.state', '=', 'scheduled')
    .where('draft.discarded_at', 'is', null)
    .orderBy('release.publish_at')
    .orderBy('draft.id')
    .limit(NAMED_AT_ONCE)
  if (article !== undefined) query = query.where('article.id', '=', article)
  if (revision !== undefined) query = query.where('article.revision', '=', revision)
  const rows = await query.execute()
  const found = await settleAll(
    rows.map(async ({ draft, base, brings_back, release, publish_at: at, ...stored }) => {
      const { id, slug } = stored
      const isGone = stored.status === 'gone' && !brings_back
      const isTried = revision === undefined
      if (!isTried && !isGone && entityTag(await loadWhole(db, stored)) === base) return []
      return [{ article: id, slug, reason: reasonOf({ at, release, draft: `/drafts/${draft}` }) }]
    }),
  )
  return found.flat()
}

/** The same of files of the site that an edit has changed. */
export async function warningsAboutScheduledFiles(
  db: Reader,
  { revision }: { revision: Revision },
) {
  const rows = await db
    .selectFrom('site_draft')
    .innerJoin('release', 'release.id', 'site_draft.release')
    .select(['site_draft.id as draft', 'site_draft.file', 'site_draft.base'])
    .select(['release.id as release', 'release.publish_at as at'])
    .where('release.state', '=', 'scheduled')
    .where('site_draft.discarded_at', 'is', null)
    .orderBy('release.publish_at')
    .orderBy('site_draft.id')
    .limit(NAMED_AT_ONCE)
    .execute()
  if (rows.length === 0) return []
  const heads = await loadSiteHeads(db)
  return rows.flatMap(({ draft, file, base, release, at }) => {
    const head = heads.get(file)
    const isEdited = head?.revision === revision && siteTag(head) !== base
    // Ads that the ad system sends are put into the draft.
    if (!isEdited || file.startsWith('ads/')) return []
    return [{ file, reason: reasonOf({ at, release, draft: `/site-drafts/${draft}` }) }]
  })
}

function reasonOf({ at, release, draft }: { at: string | null; release: string; draft: string }) {
  const message = `has a draft that waits for ${at} and has not seen this edit, so it will be held then: POST /releases/${release}/cancel with the ETag of GET /releases/${release}, POST ${draft}/merge, then publish it again at that time`
  return { field: '', code: 'W-SCHEDULED', message } as const
}
