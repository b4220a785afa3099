import type { FastifyBaseLogger } from 'fastify'
import type { IndexingSwitch } from '#shared/http/indexing.ts'
import { pauseInProportion } from '#shared/pause-in-proportion.ts'
import type { PageStores } from '../../store/page-store.ts'
import type { Cdn } from '../cdn/cdn-env.ts'
import type { PurgeMetrics } from '../cdn/purge-metrics.ts'
import { purgeTasks } from '../cdn/purge-tasks.ts'
import type { IndexNowMetrics } from '../index-now/index-now-metrics.ts'
import { type IndexNow, notifySearchEngines, paceOf } from '../index-now/notify-search-engines.ts'
import {
  type EnlistedContent,
  enlistAgain,
  enlistPages,
  touchBuild,
} from '../records/enlist-pages.ts'
import { loadMostRead, trimHeat } from '../records/heat.ts'
import type { Publisher } from '../records/publish-entries.ts'
import type { Repeated } from '../records/repeat.ts'
import type { RebuildState } from '../records/stale-pages.ts'
import { auditStore } from './audit-store.ts'
import { collectBuilds } from './collect-builds.ts'
import { compressReadPages } from './compress-read-pages.ts'
import type { WorkerProgress } from './lane-makers.ts'
import type { RebuildMetrics } from './rebuild-metrics.ts'
import { createProgressReport } from './report-progress.ts'
import { type Requester, requestBulk, requestStale } from './request-stale-pages.ts'

export interface Upkeep {
  publisher: Publisher
  store: PageStores
  content: EnlistedContent
  siteUrl: string
  indexNow?: IndexNow | undefined
  cdn?: Cdn | undefined
  indexing: IndexingSwitch
  requester: Requester
  progress: WorkerProgress
  /** Deletes the jobs of another build. */
  dropQueues(build: string): Promise<void>
  /** Waits for a page that an editor is about to look at. */
  giveWay(): Promise<void>
  /** @returns how many files were written */
  storeAssets(): Promise<number>
  metrics: RebuildMetrics & { indexNow: IndexNowMetrics; purges: PurgeMetrics }
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  onProgress?: ((state: RebuildState) => void) | undefined
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** What a worker repeats besides following content: all of it finds what was lost or is left. */
export function upkeepTasks(upkeep: Upkeep): Repeated[] {
  const { publisher, requester, indexNow, cdn } = upkeep
  return [
    {
      name: 'looking for stale pages',
      // Lost requests are looked for here, because a wiped queue has no timers.
      pauseMs: 5_000,
      run: () => requestStale(requester),
    },
    {
      name: 'looking for pages of the bulk lane',
      // Not at once: the other lanes go first.
      pauseMs: 500,
      run: () => requestBulk(requester),
    },
    {
      name: 'listing all pages',
      // It mostly finds that the list is complete already.
      pauseMs: 1_000,
      run: (signal) => enlist(upkeep, signal),
    },
    {
      name: 'saying that this build is in use',
      pauseMs: MINUTE_MS,
      run: () => touchBuild(publisher.db, publisher.build),
    },
    { name: 'noting what is read most', pauseMs: MINUTE_MS, run: () => noteMostRead(upkeep) },
    {
      name: 'compressing pages that are read',
      pauseMs: 10_000,
      run: (signal) => compress(upkeep, signal),
    },
    { name: 'collecting former builds', pauseMs: HOUR_MS, run: () => collect(upkeep) },
    {
      name: 'looking for lost or damaged assets',
      // Lost or damaged files of this build in the store affect only servers of other builds.
      pauseMs: 10 * MINUTE_MS,
      run: () => lookAfterAssets(upkeep),
    },
    { name: 'comparing store and registry', pauseMs: MINUTE_MS, run: createAudit(upkeep) },
    { name: 'dropping old pictures', pauseMs: DAY_MS, run: () => dropPictures(upkeep) },
    ...(indexNow ? [notificationTask(upkeep, indexNow)] : []),
    ...(cdn ? cacheTasks(upkeep, cdn) : []),
    { name: 'counting pages', pauseMs: 2_000, run: createCount(upkeep) },
  ]
}

/** Notes in the store, for copies of limited size, which pages are read most. */
async function noteMostRead({ publisher: { db, store } }: Upkeep) {
  const paths = await loadMostRead(db)
  // Read each time, because a store may be wiped.
  const noted = await store.readMostRead()
  if (paths.join() !== noted.join()) await store.noteMostRead(paths)
}

async function compress(
  { publisher, giveWay, progress, metrics }: Upkeep,
  signal: AbortSignal,
): Promise<void> {
  const compressed = await compressReadPages(publisher, giveWay, signal)
  progress.compressed += compressed
  metrics.countCompressed(compressed)
}

/** Goes through the list of all pages part by part, until it is complete. */
async function enlist({ publisher, content, requester }: Upkeep, signal: AbortSignal) {
  while (!signal.aborted) {
    const { listed, complete } = await enlistPages(publisher.db, publisher.build, content)
    if (listed > 0) {
      await requestStale(requester)
      await requestBulk(requester)
    }
    if (complete) return
  }
}

async function collect({ publisher: { db, build }, store, dropQueues, log }: Upkeep) {
  const dropped = await collectBuilds({ db, store, build, dropQueues })
  if (dropped.length > 0) log.info({ builds: dropped }, 'removed the data of former builds')
  await trimHeat(db)
}

async function lookAfterAssets({ storeAssets, log }: Upkeep) {
  const written = await storeAssets()
  if (written > 0) log.warn({ assets: written }, 'lost or damaged assets were stored again')
}

/** After its start, a worker has more urgent work. */
const AUDIT_DELAY_MS = MINUTE_MS
const AUDIT_MS = DAY_MS
const AUDIT_RETRY_MS = 10 * MINUTE_MS

/** Returns a function that compares the store with the registry when it is time; call it often. */
function createAudit({ publisher, log }: Upkeep) {
  let auditAt = Date.now() + AUDIT_DELAY_MS
  return async (signal: AbortSignal) => {
    if (Date.now() < auditAt) return
    // If the store fails half-way, the audit does not start again at once.
    auditAt = Date.now() + AUDIT_RETRY_MS
    const result = await auditStore(publisher, signal)
    await enlistAgain(publisher.db, publisher.build)
    auditAt = Date.now() + AUDIT_MS
    if (Object.values(result).some((pages) => pages > 0)) {
      log.info(result, 'corrected differences between page store and registry')
    }
  }
}

/** How long a picture is kept, even if in use: it is drawn again when it is requested. */
const PICTURES_STAY_MS = 30 * DAY_MS

const dropPictures = ({ store }: Upkeep) =>
  store.pictures.dropBefore(new Date(Date.now() - PICTURES_STAY_MS))

function notificationTask(
  { publisher: { db }, siteUrl, metrics, log }: Upkeep,
  indexNow: IndexNow,
): Repeated {
  const notifier = { db, siteUrl, indexNow, metrics: metrics.indexNow, log }
  return {
    name: 'telling search engines',
    pauseMs: paceOf(indexNow).lookMs,
    run: (signal) => notifySearchEngines(notifier, signal),
  }
}

function cacheTasks(
  { publisher: { db, build }, siteUrl, indexing, metrics, log }: Upkeep,
  cdn: Cdn,
): Repeated[] {
  const purger = { db, siteUrl, cdn, metrics: metrics.purges, log }
  return purgeTasks(purger, { build, siteUrl, indexing })
}

/** Counting takes longer the more pages there are. It may take a twentieth of the time. */
const PAUSE_PER_COUNT = 20
const MAX_PAUSE_MS = MINUTE_MS

function createCount(upkeep: Upkeep) {
  const { publisher, progress, metrics, log } = upkeep
  const onProgress = (state: RebuildState) => {
    const { pages, stale } = state
    progress.percentMade = Math.floor((100 * (pages - stale.bulk)) / Math.max(1, pages))
    upkeep.onProgress?.(state)
  }
  const countDone = () => progress.made + progress.compressed
  const { db, build } = publisher
  const reportProgress = createProgressReport({ db, build, metrics, log, onProgress, countDone })
  return pauseInProportion(reportProgress, PAUSE_PER_COUNT, MAX_PAUSE_MS)
}
