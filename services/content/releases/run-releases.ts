import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Locale } from '#shared/contracts/primitives.ts'
import { type ErrorCode, SiteError } from '#shared/errors.ts'
import { type Running, untilStopped } from '#shared/until-stopped.ts'
import { commitEdit } from '../changes/commit-edit.ts'
import type { Database } from '../database/schema.ts'
import { findNextExpiry, withdrawExpired } from '../edits/withdraw-expired.ts'
import { loadSiteSettings } from '../site/site-settings.ts'
import { holdRelease, publishRelease } from './publish-release.ts'
import { reasonsToHold } from './release-texts.ts'

/** How often a replica looks for what is due. It also wakes at the moment of what it knows of. */
const LOOK_MS = 1_000
/** What is overdue by more than these minutes is published by an editor only. */
const MAX_OVERDUE_MINUTES = 60
/** Refusals that say nothing of the release: it is tried again. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['unavailable', 'overloaded', 'too-many-requests'])
/** Releases of one look. */
const MAX_DUE = 50

export interface RunReleasesOptions {
  db: Kysely<Database>
  locale: Locale
  onPublished(release: { id: string; revision: number }): void
  onExpired(articles: { slugs: readonly string[]; revision: number }): void
  onHeld(release: { id: string; reasons: readonly { field: string; message: string }[] }): void
  onFailure(error: unknown): void
}

/**
 * Publishes each release at its time and withdraws each article that expires, until stopped. The tables
 * say what is due, and the clock of Postgres what time it is, so that all replicas agree; whichever comes
 * first does it.
 */
export const runReleases = (options: RunReleasesOptions): Running =>
  untilStopped(async (stopping) => {
    while (!stopping.aborted) {
      const waits = []
      for (const look of [withdrawDue, publishDue]) {
        const waiting = look(options, stopping).catch((error) => {
          options.onFailure(error)
          return LOOK_MS
        })
        waits.push(await waiting)
      }
      await sleep(Math.min(LOOK_MS, ...waits), undefined, { signal: stopping }).catch(() => {})
    }
  })

/** @returns milliseconds until the next look */
async function withdrawDue({ db, locale, onExpired }: RunReleasesOptions): Promise<number> {
  const { now, inMs } = await findNextExpiry(db)
  if (inMs === null || inMs > 0) return inMs ?? LOOK_MS
  const { result: slugs, revision } = await commitEdit(db, async (edit) => {
    const { constants } = await loadSiteSettings(edit.tx)
    return withdrawExpired(edit, { locale, pageSize: constants.pageSize, now: new Date(now) })
  })
  if (slugs.length > 0) onExpired({ slugs, revision })
  return 0
}

/** @returns milliseconds until the next look */
async function publishDue(options: RunReleasesOptions, stopping: AbortSignal): Promise<number> {
  const { db, onFailure } = options
  const next = await db
    .selectFrom('release')
    .select(['id', 'publish_at'])
    .select(sql<number>`extract(epoch from publish_at - now())::float8 * 1000`.as('inMs'))
    .select(
      sql<boolean>`publish_at < now() - make_interval(mins => ${MAX_OVERDUE_MINUTES}::int)`.as(
        'isTooLate',
      ),
    )
    .where('state', '=', 'scheduled')
    .orderBy('publish_at')
    .orderBy('id')
    .limit(MAX_DUE)
    .execute()
  for (const { id, publish_at, inMs, isTooLate } of next) {
    if (inMs > 0) return inMs
    if (stopping.aborted || publish_at === null) return 0
    // One that fails must not keep others waiting.
    await (isTooLate
      ? hold(options, id, tooLate(publish_at))
      : publish(options, id, publish_at)
    ).catch(onFailure)
  }
  return LOOK_MS
}

async function publish(options: RunReleasesOptions, id: string, moment: string): Promise<void> {
  const { db, locale, onPublished } = options
  try {
    const { result, revision } = await publishRelease(db, id, {
      locale,
      // Its articles are of that moment, however long an edit before it has taken.
      now: () => new Date(moment),
      asker: { owner: 'releases' },
      makerOf: ({ changed_by: name }) => ({ origin: 'schedule', ...(name !== null && { name }) }),
      accept: ({ release }) => release.state === 'scheduled' && release.publish_at === moment,
    })
    if (result) onPublished({ id, revision })
  } catch (error) {
    if (!(error instanceof SiteError) || PASSING.has(error.code)) throw error
    await hold(options, id, error)
  }
}

async function hold(
  { db, onHeld }: RunReleasesOptions,
  id: string,
  error: SiteError,
): Promise<void> {
  const reasons = reasonsToHold(error)
  if (await holdRelease(db, id, reasons)) onHeld({ id, reasons })
}

const tooLate = (moment: string) =>
  new SiteError(
    'conflict',
    `The site could not publish it at ${moment}, nor within an hour: publish it now, or at another time`,
  )
