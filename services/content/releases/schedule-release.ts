import type { Kysely } from 'kysely'
import type { Instant } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import { commitEdit } from '../changes/commit-edit.ts'
import type { Database, HeldReason } from '../database/schema.ts'
import type { Maker } from '../editions/edition.ts'
import type { StoredDraft } from '../editions/stored-draft.ts'
import { lockRelease, releaseTag, type WholeRelease } from '../editions/stored-release.ts'
import type { Asker } from '../parsing/parse-in-process.ts'
import type { SiteClock } from '../publishing/check-and-save.ts'
import { checkStoredDraft } from '../publishing/check-stored-draft.ts'
import { requireCurrent, requireFree, requireOpen } from '../publishing/publish-edition.ts'
import { changedMeanwhile } from '../publishing/require-seen.ts'
import { publishDrafts } from './publish-release.ts'
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
  await requirePublishable(db, seen, options)
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
    for (const table of ['draft', 'site_draft'] as const) {
      await tx
        .updateTable(table)
        .set({ is_scheduled: true })
        .where('release', '=', seen.release.id)
        .where('discarded_at', 'is', null)
        .execute()
    }
  })
}

/** @throws {SiteError} with every reason why these drafts could not be published then */
export async function requirePublishable(
  db: Kysely<Database>,
  { drafts, siteDrafts }: Pick<WholeRelease, 'drafts' | 'siteDrafts'>,
  options: ScheduleOptions,
): Promise<void> {
  if (drafts.length + siteDrafts.length === 0) {
    throw new SiteError('conflict', 'There is no draft in this release')
  }
  if (siteDrafts.length > 0) return requireTried(db, { drafts, siteDrafts }, options)
  const { locale, now, at, asker } = options
  const { rendererOf, siblings } = await renderTexts({ drafts, siteDrafts }, locale, asker)
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
  refuseFor(reasons)
}

function refuseFor(reasons: readonly HeldReason[]): void {
  if (reasons.length === 0) return
  throw new SiteError('invalid-input', 'Nothing was scheduled', { reasons })
}

/**
 * Publishes them as of that moment, and rolls it back: texts may only be right beside the new facts.
 *
 * @throws {SiteError} as above
 */
async function requireTried(
  db: Kysely<Database>,
  whole: Pick<WholeRelease, 'drafts' | 'siteDrafts'>,
  { locale, now, at, asker }: ScheduleOptions,
): Promise<void> {
  const files = whole.siteDrafts.map(({ file }) => file)
  const twice = files.filter((file, index) => files.indexOf(file) !== index)
  const message = 'Two drafts of this release are of one file: take one of them out'
  refuseFor(twice.map((field) => ({ field, message })))
  const texts = await renderTexts(whole, locale, asker)
  const clock = { locale, now: () => new Date(Math.max(Date.parse(at), now().getTime())) }
  const maker: Maker = { origin: 'schedule' }
  const tried = commitEdit(
    db,
    (edit) => {
      for (const draft of whole.drafts) requireOther(draft, whole.drafts)
      return publishDrafts(edit, whole, texts, { ...clock, maker })
    },
    { dryRun: true },
  )
  await tried.catch((error: unknown) => {
    if (!(error instanceof SiteError)) throw error
    refuseFor(reasonsToHold(error))
  })
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
