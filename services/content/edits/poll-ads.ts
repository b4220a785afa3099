import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { reasonOf } from '#shared/database/try-again.ts'
import { type Running, untilStopped } from '#shared/until-stopped.ts'
import type { AdsDocument } from '../ads/ads-document.ts'
import { fetchAds } from '../ads/fetch-ads.ts'
import { logAdDrops, reportAdDrops } from '../ads/parse-ads.ts'
import { commitEdit } from '../changes/commit-edit.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { saveSetting } from '../database/settings.ts'
import { whileAlone } from '../database/while-alone.ts'
import { type AdFetch, FETCH_SETTING, findAdFetch, sourceOf } from '../library/ad-fetch.ts'
import { parseAhead, stringsIn } from '../parsing/parse-ahead.ts'
import { saveAds } from './save-ads.ts'

/** The pause between two successful fetches, and the longest pause after failures. */
const EVERY_MS = 10 * 60_000
/** The pause after the first failure; it doubles with each further one. */
const FIRST_RETRY_MS = 15_000
/** How often a replica checks whether a fetch is due: another replica may have done it. */
const LOOK_MS = 5_000

export interface PollAdsOptions {
  db: Kysely<Database>
  /** The address of the ad system's data. */
  url: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  now?: () => Date
  lookMs?: number
}

/**
 * Fetches ad data periodically until stopped. One replica fetches at a time and stores what it
 * learned. If the ad system fails or sends something unreadable, the last good data stay. Data
 * without any link are accepted only if they come twice.
 *
 * Data are saved only if they differ from the last fetched ones, so what an editor stored instead
 * stays until the ad system has something new.
 */
export const pollAds = (options: PollAdsOptions): Running =>
  untilStopped((stopping) => work({ now: () => new Date(), lookMs: LOOK_MS, ...options }, stopping))

type Options = Required<PollAdsOptions>

async function work(options: Options, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      if (await isDue(options.db, options)) await fetchOnce(options, stopping)
    } catch (error) {
      options.log.warn(
        { reason: reasonOf(error) },
        'the database could not be asked whether to fetch ads',
      )
    }
    await sleep(options.lookMs, undefined, { signal: stopping }).catch(() => {})
  }
}

async function isDue(db: Reader, { url, now }: Options) {
  const last = await findAdFetch(db, url)
  return !last || Date.parse(last.nextAt) <= now().getTime()
}

/** Does nothing while another replica is fetching. */
const fetchOnce = (options: Options, stopping: AbortSignal) =>
  whileAlone(options.db, 'finlore ads', async () => {
    // Another replica may have fetched since the last check.
    if (await isDue(options.db, options)) await fetchAndSave(options, stopping)
  })

async function fetchAndSave(options: Options, stopping: AbortSignal): Promise<void> {
  const { db, url, log, now } = options
  const last = await findAdFetch(db, url)
  const { hash = null, fetchedAt = null } = last ?? {}
  const source = sourceOf(url)
  const after = (pauseMs: number) => new Date(now().getTime() + pauseMs).toISOString()
  try {
    const fetched = await fetchAds(url, stopping)
    const success = { fetchedAt: after(0), failures: 0, nextAt: after(EVERY_MS) }
    const outcome = { source, hash: fetched.hash, ...success }
    if (fetched.hash === last?.hash) return await remember(db, outcome)
    const document = fetched.read()
    const isNew = fetched.hash !== last?.doubtedHash
    if (isNew && hasNoLinks(document) && (await someAreStored(db))) {
      log.warn({ pauseMs: EVERY_MS }, 'ad data without links; saved if fetched again')
      return await remember(db, { ...outcome, hash, fetchedAt, doubtedHash: fetched.hash })
    }
    await saveFetched(options, document, outcome)
  } catch (error) {
    // An abort by our own shutdown is not a failure of the ad system.
    if (stopping.aborted) return
    const failures = (last?.failures ?? 0) + 1
    const pauseMs = Math.min(EVERY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20))
    log.warn({ reason: reasonOf(error), failures, pauseMs }, 'no ad data; the previous data stays')
    await remember(db, { source, hash, fetchedAt, failures, nextAt: after(pauseMs) })
  }
}

const hasNoLinks = ({ sapeData }: AdsDocument) =>
  Object.values(sapeData.sapeLinks).every((links) => links.length === 0)

const someAreStored = async (db: Reader) =>
  (await db.selectFrom('ad').select('path').limit(1).execute()).length > 0

const remember = (db: Kysely<Database>, outcome: AdFetch) =>
  db.transaction().execute((tx) => saveSetting(tx, FETCH_SETTING, outcome))

/** Saves data and the record of the fetch in one transaction: neither exists without the other. */
async function saveFetched(
  { db, log }: PollAdsOptions,
  document: AdsDocument,
  outcome: AdFetch,
): Promise<void> {
  const parse = await parseAhead(stringsIn(document), { owner: 'fetched ads' })
  const { result: drops, revision } = await commitEdit(db, async (edit) => {
    await saveSetting(edit.tx, FETCH_SETTING, outcome)
    return saveAds(edit, document, parse)
  })
  logAdDrops(log, reportAdDrops(drops))
  log.info({ revision, paths: Object.keys(document.sapeData.sapeLinks).length }, 'new ad data')
}
