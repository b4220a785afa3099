import type { Kysely } from 'kysely'
import type { Instant } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import type { Database, HeldReason } from '../database/schema.ts'
import type { StoredDraft } from '../editions/stored-draft.ts'
import { lockRelease, releaseTag, type WholeRelease } from '../editions/stored-release.ts'
import type { Asker } from '../parsing/parse-in-process.ts'
import type { SiteClock } from '../publishing/check-and-save.ts'
import { checkStoredDraft } from '../publishing/check-stored-draft.ts'
import { requireCurrent, requireFree, requireOpen } from '../publishing/publish-edition.ts'
import { changedMeanwhile } from '../publishing/require-seen.ts'
import { reasonsOfDraft, reasonsToHold, renderTexts } from './release-texts.ts'

export interface ScheduleOptions extends SiteClock {
  at: Instant
  by: string
  asker: Asker
}

/**
 * Lets a release wait for its time, if it could be published as it is. It is checked again then.
 *
 * @throws {SiteError} with every reason why it could not, or if it was changed meanwhile
 */
export async function scheduleRelease(
  db: Kysely<Database>,
  seen: WholeRelease,
  options: ScheduleOptions,
): Promise<void> {
  await requirePublishable(db, seen.drafts, options)
  await db.transaction().execute(async (tx) => {
    const locked = await lockRelease(tx, seen.release.id)
    if (!locked || releaseTag(locked) !== releaseTag(seen)) changedMeanwhile('release')
    await tx
      .updateTable('release')
      .set({
        state: 'scheduled',
        publish_at: options.at,
        reasons: '[]',
        changed_by: options.by,
        changed_at: options.now().toISOString(),
      })
      .where('id', '=', seen.release.id)
      .execute()
    await tx
      .updateTable('draft')
      .set({ is_scheduled: true })
      .where('release', '=', seen.release.id)
      .where('discarded_at', 'is', null)
      .execute()
  })
}

/** @throws {SiteError} with every reason why these drafts could not be published then */
export async function requirePublishable(
  db: Kysely<Database>,
  drafts: readonly StoredDraft[],
  { locale, now, at, asker }: ScheduleOptions,
): Promise<void> {
  if (drafts.length === 0) throw new SiteError('conflict', 'There is no draft in this release')
  const { rendererOf, siblings } = await renderTexts(drafts, locale, asker)
  const atMoment = () => new Date(Math.max(Date.parse(at), now().getTime()))
  const reasons: HeldReason[] = []
  for (const draft of drafts) {
    const render = rendererOf(draft)
    if (!render) continue
    const checked = await checkStoredDraft(db, draft, { locale, now: atMoment, render, siblings })
    reasons.push(...reasonsOfDraft(draft, checked.reasons))
    try {
      requireOther(draft, drafts)
      requireOpen(draft)
      requireCurrent(draft, checked.existing, draft.brings_back)
      await requireFree(db, draft, checked.existing)
    } catch (error) {
      if (!(error instanceof SiteError)) throw error
      reasons.push(...reasonsOfDraft(draft, reasonsToHold(error)))
    }
  }
  if (reasons.length === 0) return
  throw new SiteError('invalid-input', 'Nothing was scheduled', { reasons })
}

/** @throws {SiteError} if another draft of the release is of the same article or address */
function requireOther({ id, slug, article }: StoredDraft, drafts: readonly StoredDraft[]): void {
  const isSame = (other: StoredDraft) =>
    other.slug === slug || (article !== null && other.article === article)
  if (!drafts.some((other) => other.id !== id && isSame(other))) return
  throw new SiteError(
    'conflict',
    'Two drafts of this release are of one article: take one of them out',
  )
}
