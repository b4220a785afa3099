import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Databases } from '#shared/database/connect.ts'
import { observeWith } from '#shared/metrics/observe.ts'
import { observeDependencies } from '#shared/metrics/observe-dependencies.ts'
import { observePools } from '#shared/metrics/observe-pool.ts'
import { settleAll } from '#shared/settle-all.ts'
import type { Database } from './database/schema.ts'
import { siteDay } from './edits/facts-day.ts'
import { endedValue, isDue } from './facts/dated-values.ts'
import { findOldestFactFetch } from './facts/fetching/fact-fetches.ts'
import { findAdFetch } from './library/ad-fetch.ts'
import { loadFacts } from './library/fact-repository.ts'

/**
 * The metrics of the content service.
 *
 * @param options.adsUrl where ads are fetched; `undefined` if they are not
 * @param options.fetchesFacts whether the addresses of facts are asked
 * @param options.now the clock, by which facts end
 */
export function observeContent(
  registry: Registry,
  { write: db, usage }: Databases<Database>,
  {
    adsUrl,
    fetchesFacts,
    now,
  }: { adsUrl: string | undefined; fetchesFacts: boolean; now: () => Date },
): void {
  observePools(registry, { content: usage })
  observeDependencies(registry, { postgres: () => sql`select 1`.execute(db) })
  const { gauge } = observeWith(registry)
  gauge({
    name: 'finlore_content_revision',
    help: 'Revision of the newest edit; absent while Postgres does not answer',
    async read() {
      const newest = await db.selectFrom('history').select('revision').executeTakeFirstOrThrow()
      return newest.revision
    },
  })
  gauge({
    name: 'finlore_backup_last_success_timestamp_seconds',
    help: 'Unix time at which the last successful backup began; 0 before the first',
    async read() {
      const last = await db.selectFrom('last_backup').select('begun_at').executeTakeFirst()
      return last ? Date.parse(last.begun_at) / 1_000 : 0
    },
  })
  gauge({
    name: 'finlore_backup_last_failure_timestamp_seconds',
    help: 'Unix time at which a backup began that failed; 0 if none failed since one succeeded',
    async read() {
      const failure = await db.selectFrom('backup_failure').select('failed_at').executeTakeFirst()
      return failure ? Date.parse(failure.failed_at) / 1_000 : 0
    },
  })
  const facts = ofFacts(db, now)
  gauge({
    name: 'finlore_content_facts_expired',
    help: 'Facts whose last value has ended: pages say so beside the number',
    read: async () => (await facts()).expired,
  })
  gauge({
    name: 'finlore_content_facts_due',
    help: 'Facts whose next value was to be announced, and is not entered',
    read: async () => (await facts()).due,
  })
  gauge({
    name: 'finlore_content_fact_fetch_last_success_timestamp_seconds',
    help: 'Unix time at which every fact with an address was last as that says; 0 before the first, absent without FETCH_FACTS or such facts',
    read: async () => (fetchesFacts ? findOldestFactFetch(db) : undefined),
  })
  gauge({
    name: 'finlore_content_releases_held',
    help: 'Releases that could not be published at their time: an editor has to decide',
    read: async () => (await countReleases(db)).held,
  })
  gauge({
    name: 'finlore_content_release_overdue_seconds',
    help: 'How long ago the oldest release was due that waits and is not published; 0 when none is',
    read: async () => (await countReleases(db)).overdueSeconds,
  })
  gauge({
    name: 'finlore_ads_last_success_timestamp_seconds',
    help: 'Unix time of the last successful fetch of ad data; 0 before the first, absent if SAPE_URL is not set',
    async read() {
      if (adsUrl === undefined) return undefined
      const last = await findAdFetch(db, adsUrl)
      return last?.fetchedAt ? Date.parse(last.fetchedAt) / 1_000 : 0
    },
  })
}

/** How many facts need an editor today. What is asked for during a reading gets its result. */
function ofFacts(db: Databases<Database>['write'], now: () => Date) {
  const count = async () => {
    const [facts, day] = await settleAll([loadFacts(db), siteDay(db, now())])
    return {
      expired: facts.filter((fact) => endedValue(fact, day) !== undefined).length,
      due: facts.filter((fact) => isDue(fact, day)).length,
    }
  }
  let counting: ReturnType<typeof count> | undefined
  return () => {
    counting ??= count().finally(() => {
      counting = undefined
    })
    return counting
  }
}

/** By the clock of Postgres, which decides what is due. */
const countReleases = (db: Databases<Database>['write']) =>
  db
    .selectFrom('release')
    .select([
      sql<number>`count(*) filter (where state = 'held')`.as('held'),
      sql<number>`
        coalesce(greatest(0, extract(epoch from
          now() - min(publish_at) filter (where state = 'scheduled'))), 0)::float8
      `.as('overdueSeconds'),
    ])
    .where('state', 'in', ['held', 'scheduled'])
    .executeTakeFirstOrThrow()
