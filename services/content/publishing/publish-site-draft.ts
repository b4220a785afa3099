import { SiteError } from '#shared/errors.ts'
import type { AdParser } from '../ads/parse-ads.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { Maker } from '../editions/edition.ts'
import { isPublishedEdition, loadSiteHeads, siteTag } from '../editions/site-edition.ts'
import type { StoredSiteDraft } from '../editions/stored-site-draft.ts'
import type { SiteClock } from './check-and-save.ts'
import { type WrittenSiteText, writeSiteFile } from './save-site-file.ts'

/**
 * Writes the draft of a file of the site, which is an edition from then on, and no draft any more.
 *
 * @param draft locked: a save that comes at the same time would be deleted unseen
 * @throws {SiteError} for every reason not to
 */
export async function writeSiteDraft(
  clock: SiteClock,
  edit: Edit,
  draft: StoredSiteDraft,
  { maker, parse }: { maker: Omit<Maker, 'edition'>; parse: AdParser },
): Promise<WrittenSiteText> {
  const { id, file, text, base } = draft
  requireOpenSiteDraft(draft)
  const head = (await loadSiteHeads(edit.tx)).get(file)
  const current = isPublishedEdition(head) ? siteTag(head) : null
  // Ads that the ad system has sent since are compared with the rest.
  if (!file.startsWith('ads/') && current !== base) {
    throw new SiteError(
      'conflict',
      `${file} was edited since this draft began: POST /site-drafts/${id}/merge puts both together`,
    )
  }
  const conditions = base === null ? { 'if-none-match': '*' } : { 'if-match': base }
  const written = await writeSiteFile(
    clock,
    edit,
    { file, text },
    { conditions, maker: { ...maker, edition: id }, parse },
  )
  edit.send(edit.tx.deleteFrom('site_draft').where('id', '=', id))
  return written
}

/** @throws {SiteError} for a draft that was discarded */
export function requireOpenSiteDraft({
  discarded_at,
}: Pick<StoredSiteDraft, 'discarded_at'>): void {
  if (discarded_at === null) return
  throw new SiteError('conflict', 'This draft was discarded: send its text again to bring it back')
}
