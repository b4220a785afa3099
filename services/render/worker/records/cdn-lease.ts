import { type Kysely, sql, type Transaction } from 'kysely'
import type { RenderDatabase } from './database.ts'
import { purgeEverything } from './purge-queue.ts'

/** How long servers may give answers that are kept for long, unless the worker says it again. */
const LEASE_SECONDS = 10
/** If a purge has waited for longer, the lease ends: what cannot be purged must not be kept. */
const MAX_WAITING_SECONDS = 15
/** A process of a build says each minute that it is in use. */
const IN_USE = '3 minutes'
/** From the beginning of a change of versions, in which everything is purged twice. */
const SETTLED_AFTER = '30 seconds'

/** What decides on answers besides content. Those of two versions are never kept at the same time. */
export interface AnswerVersion {
  build: string
  siteUrl: string
  indexing: string
}

const nameOf = ({ build, siteUrl, indexing }: AnswerVersion) => `${build} ${indexing} ${siteUrl}`

/**
 * Lets servers of this version give answers that a cache keeps until it is purged, for some seconds
 * more. A worker calls it every few seconds, so the lease ends by itself when no worker purges.
 *
 * While versions change, nothing is kept: the first worker of another version has everything purged,
 * and the lease begins again when only one build is in use, and all its pages are made.
 *
 * @returns whether answers may be kept
 */
export async function renewCdnLease(
  db: Kysely<RenderDatabase>,
  version: AnswerVersion,
): Promise<boolean> {
  const answers = nameOf(version)
  return db.transaction().execute(async (tx) => {
    const row = await lockLease(tx, version)
    if (row.answers === answers) {
      if (row.isShared || row.isLate) return false
      const until = sql<string>`now() + ${LEASE_SECONDS} * interval '1 second'`
      await tx.updateTable('cdn_lease').set({ until }).execute()
      return true
    }
    if (row.answers !== null) {
      await tx
        .updateTable('cdn_lease')
        .set({ answers: null, until: null, changed_at: sql<string>`now()` })
        .execute()
      await purgeEverything(tx)
    } else if (!(row.isChanging || row.isShared || row.isLate || row.isIncomplete)) {
      // From now on purges are noted. Servers hear of it the next time: a page that is being published
      // meanwhile may not have noted any.
      await tx.updateTable('cdn_lease').set({ answers }).execute()
    }
    return false
  })
}

const lockLease = (tx: Transaction<RenderDatabase>, { build }: AnswerVersion) =>
  tx
    .selectFrom('cdn_lease')
    .select('answers')
    .select([
      sql<boolean>`changed_at > now() - ${SETTLED_AFTER}::interval`.as('isChanging'),
      sql<boolean>`exists (
        select from build where build <> ${build} and seen_at > now() - ${IN_USE}::interval
      )`.as('isShared'),
      sql<boolean>`exists (
        select from cdn_purge
        where not sent_once
          and waits_since < now() - ${MAX_WAITING_SECONDS} * interval '1 second'
      )`.as('isLate'),
      sql<boolean>`not exists (select from build where build = ${build} and enlisted_at is not null)
        or exists (
          select from page
          where build = ${build} and wanted_revision > built_revision and built_revision = 0
            -- One that cannot be made now keeps nobody waiting.
            and retry_at is null
        )`.as('isIncomplete'),
    ])
    .forUpdate()
    .executeTakeFirstOrThrow()

/** @returns milliseconds for which servers of this version may give such answers */
export async function readCdnLease(
  db: Kysely<RenderDatabase>,
  version: AnswerVersion,
): Promise<number> {
  const { answers, left } = await db
    .selectFrom('cdn_lease')
    .select(['answers', sql<number | null>`extract(epoch from until - now())::float8`.as('left')])
    .executeTakeFirstOrThrow()
  return answers === nameOf(version) ? Math.max(0, (left ?? 0) * 1_000) : 0
}
