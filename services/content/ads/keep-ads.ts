import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Static } from 'typebox'
import { reasonOf } from '#shared/database/try-again.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { saveSetting } from '../database/settings.ts'
import { commitEdit } from '../editing/commit-edit.ts'
import { type AdFetch, FETCH_SETTING, findAdFetch, sourceOf } from './ad-fetch.ts'
import type { AdsDocument } from './ads-document.ts'
import { fetchAds } from './fetch-ads.ts'
import { parseAhead, stringsIn } from './parse-ahead.ts'
import { logAdDrops, reportAdDrops } from './report-ad-drops.ts'
import { saveAds } from './save-ads.ts'

/** Between two fetches that succeed, and the longest pause after those that fail. */
const EVERY_MS = 10 * 60_000
/** After the first failure; then twice as long each time. */
const FIRST_RETRY_MS = 15_000
/** How often a replica looks whether it is time: another one may have fetched. */
const LOOK_MS = 5_000

type AdsData = Static<typeof AdsDocument>

export interface KeepAdsOptions {
  db: Kysely<Database>
  /** Where the ad system answers with its data. */
  url: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  now?: () => Date
  lookMs?: number
}

/**
 * Fetches ad data again and again until stopped. Of all replicas one fetches, and what it learned is
 * in the database, so that the others need not ask. While the ad system does not answer, or sends
 * something else, the last good data stay; also where all links are gone, until it says so twice.
 *
 * As with the file of ads, data are saved when they are others than those that were fetched last: what
 * an editor put in their place stays until the ad system says something new.
 */
export function keepAds(options: KeepAdsOptions): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const keeping = work(options, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await keeping
    },
  }
}

async function work(options: KeepAdsOptions, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      if (await isDue(options.db, options)) await fetchOnce(options, stopping)
    } catch (error) {
      options.log.warn(
        { reason: reasonOf(error) },
        'the database does not say whether to fetch ads',
      )
    }
    await sleep(options.lookMs ?? LOOK_MS, undefined, { signal: stopping }).catch(() => {})
  }
}

async function isDue(db: Reader, { url, now = () => new Date() }: KeepAdsOptions) {
  const last = await findAdFetch(db, url)
  return !last || Date.parse(last.nextAt) <= now().getTime()
}

/** Does nothing while another replica is at it. */
function fetchOnce(options: KeepAdsOptions, stopping: AbortSignal): Promise<void> {
  const { db } = options
  // The lock lives and dies with this connection; the work is done over others.
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(hashtext('finlore ads')) as locked
    `.execute(connection)
    if (!rows[0]?.locked) return
    try {
      // Another one may have fetched since this one looked.
      if (await isDue(db, options)) await fetchAndSave(options, stopping)
    } finally {
      await sql`select pg_advisory_unlock(hashtext('finlore ads'))`.execute(connection)
    }
  })
}

async function fetchAndSave(options: KeepAdsOptions, stopping: AbortSignal): Promise<void> {
  const { db, url, log, now = () => new Date() } = options
  const last = await findAdFetch(db, url)
  const source = sourceOf(url)
  const after = (pauseMs: number) => new Date(now().getTime() + pauseMs).toISOString()
  try {
    const fetched = await fetchAds(url, stopping)
    const fetchedAt = now().toISOString()
    const outcome = { source, hash: fetched.hash, fetchedAt, failures: 0, nextAt: after(EVERY_MS) }
    if (fetched.hash === last?.hash) return await remember(db, outcome)
    const document = fetched.read()
    const isNew = fetched.hash !== last?.doubtedHash
    if (isNew && hasNoLinks(document) && (await someAreStored(db))) {
      log.warn({ pauseMs: EVERY_MS }, 'ad data without a link; believed when they come once more')
      const { hash = null, fetchedAt = null } = last ?? {}
      return await remember(db, { ...outcome, hash, fetchedAt, doubtedHash: fetched.hash })
    }
    await saveFetched(options, document, outcome)
  } catch (error) {
    // Who stops is no failure of the ad system.
    if (stopping.aborted) return
    const failures = (last?.failures ?? 0) + 1
    const pauseMs = Math.min(EVERY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20))
    log.warn({ reason: reasonOf(error), failures, pauseMs }, 'no ad data; the last ones stay')
    const { hash = null, fetchedAt = null } = last ?? {}
    await remember(db, { source, hash, fetchedAt, failures, nextAt: after(pauseMs) })
  }
}

const hasNoLinks = ({ sapeData }: AdsData) =>
  Object.values(sapeData.sapeLinks).every((links) => links.length === 0)

const someAreStored = async (db: Reader) =>
  (await db.selectFrom('ad').select('path').limit(1).execute()).length > 0

const remember = (db: Kysely<Database>, outcome: AdFetch) =>
  db.transaction().execute((tx) => saveSetting(tx, FETCH_SETTING, outcome))

/** In one transaction with what is remembered of it, so that no data are saved and forgotten. */
async function saveFetched(
  { db, log }: KeepAdsOptions,
  document: AdsData,
  outcome: AdFetch,
): Promise<void> {
  const parse = await parseAhead(stringsIn(document))
  const { result: drops, revision } = await commitEdit(db, async (edit) => {
    await saveSetting(edit.tx, FETCH_SETTING, outcome)
    return saveAds(edit, document, parse)
  })
  logAdDrops(log, reportAdDrops(drops))
  log.info({ revision, paths: Object.keys(document.sapeData.sapeLinks).length }, 'new ad data')
}
