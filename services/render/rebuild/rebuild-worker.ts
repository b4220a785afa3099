import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { ContentClient } from '#shared/clients/content-client.ts'
import { MAX_MODELS } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { BulkJob } from '#shared/contracts/rebuild-job.ts'
import { pauseInProportion } from '#shared/pause-in-proportion.ts'
import type { Lane, RebuildQueues } from '#shared/queues/rebuild-queues.ts'
import { settlesWithin } from '#shared/settles-within.ts'
import { inTrace, type Tracer } from '#shared/tracing/span.ts'
import type { LoadedBundle } from '../bundle/web-bundle.ts'
import { type MadeEntry, makeFromModels } from '../documents/make-entry.ts'
import type { IndexNowMetrics } from '../index-now/index-now-metrics.ts'
import { type IndexNow, notifySearchEngines, paceOf } from '../index-now/notify-search-engines.ts'
import type { RenderDatabase } from '../records/database.ts'
import { enlistAgain, enlistPages, touchBuild } from '../records/enlist-pages.ts'
import { trimHeat } from '../records/heat.ts'
import type { Follower } from '../records/page-registry.ts'
import { repeat } from '../records/repeat.ts'
import {
  findBulkSlots,
  findStaleBatches,
  findStaleFrom,
  findStalePages,
  type RebuildState,
} from '../records/stale-pages.ts'
import type { PageStores } from '../store/page-store.ts'
import { shareNext } from '../store/share-next.ts'
import { auditStore } from './audit-store.ts'
import { rebuildInBulk } from './bulk-rebuild.ts'
import { collectBuilds } from './collect-builds.ts'
import { createEditedPages } from './edited-pages.ts'
import { type ChangeFollower, createChangeReader, reconcileStore } from './follow-changes.ts'
import { createPriority } from './priority.ts'
import { rebuildBatch } from './rebuild-batch.ts'
import type { RebuildMetrics } from './rebuild-metrics.ts'
import { type RebuildOutcome, rebuildPages } from './rebuild-pages.ts'
import { createProgressReport } from './report-progress.ts'

export interface WorkerDependencies {
  db: Kysely<RenderDatabase>
  store: PageStores
  content: ContentClient
  bundle: LoadedBundle
  siteUrl: string
  /** Where search engines are notified of changes; without it they are not. */
  indexNow?: IndexNow | undefined
  queues: RebuildQueues
  /** Deletes the jobs of another build. */
  dropQueues(build: string): Promise<void>
  metrics: RebuildMetrics & { indexNow: IndexNowMetrics }
  tracer?: Tracer | undefined
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Called every two seconds with the state of this build's pages. */
  onProgress?: (state: RebuildState) => void
}

export interface RunningWorker {
  /** Lets the jobs under way finish. */
  close(): Promise<void>
}

/** How often lost requests are looked for. Timed here, because a wiped queue has no timers. */
const SWEEP_MS = 5_000
/** How often work for the bulk lane is looked for. Not at once: the other lanes go first. */
const BULK_MS = 500
/**
 * How long the other lanes wait for a page that an editor is about to look at. Priority in the
 * queue is not enough, because all lanes share one content service.
 */
const GIVE_WAY_MS = 250
/**
 * From an edited page to those that mention it: meanwhile servers read it from the store, on the
 * same processors.
 */
const KNOCK_ONS_AFTER_MS = 20
/**
 * Pages that only mention what was edited are made in batches, which costs a fraction per page. A
 * job names the first page of its batch.
 */
const BATCH = MAX_MODELS
/** Stale pages that are requested at once; the next sweep finds the rest. */
const SWEEP_LIMIT = 1_000
/** How often to check whether the list of all pages must be gone through. */
const ENLIST_MS = 1_000
const TOUCH_MS = 60_000
const COLLECT_MS = 60 * 60_000
/** Lost or damaged files of this build in the store affect only servers of other builds. */
const ASSETS_MS = 10 * 60_000
const AUDIT_MS = 24 * 60 * 60_000
/** After its start, a worker has more urgent work. */
const AUDIT_DELAY_MS = 60_000
const AUDIT_RETRY_MS = 10 * 60_000
const PICTURES_MS = 24 * 60 * 60_000
/** How long a picture is kept, even if in use: it is drawn again when it is requested. */
const PICTURES_STAY_MS = 30 * 24 * 60 * 60_000
const STOP_MS = 3_000
const PROGRESS_MS = 2_000
/** Counting takes longer the more pages there are. It may take a twentieth of the time. */
const PAUSE_PER_COUNT = 20
const MAX_PAUSE_MS = 60_000

/**
 * Follows content, requests jobs for stale pages and does them; makes the pages that its build does
 * not have yet; cleans up after former builds. Resolves when all of this has begun.
 */
export async function startRebuildWorker(dependencies: WorkerDependencies): Promise<RunningWorker> {
  const { db, store, content, bundle, siteUrl, queues, metrics, tracer, log } = dependencies
  const { build } = bundle
  const { indexNow } = dependencies
  const publisher = {
    db,
    store: store.pages(build),
    build,
    notifiesSearchEngines: indexNow !== undefined,
  }
  const maker = { content, bundle, siteUrl }
  /** Pages that this worker has made so far. */
  let made = 0
  /** How much of the build is made, as it was last counted. */
  let percentMade = 0
  const { withPriority, giveWay } = createPriority(GIVE_WAY_MS)
  const requestKnockOnsSoon = shareNext(requestKnockOns)
  const editedPages = createEditedPages({
    make: makeEdited,
    makeAhead: async (paths, revision) =>
      makeFromModels(maker, paths, await content.loadPageModels(paths, revision)),
    request: (paths) => queues.requestPages('edits', paths),
  })
  const follower: ChangeFollower = {
    ...publisher,
    siteUrl,
    content,
    tracer,
    log,
    onStale: requestMarked,
    onEdited: editedPages.begin,
    onForeseen: editedPages.beginAhead,
    storeAssets,
  }

  await touchBuild(db, build)
  await storeAssets()
  await reconcileStore(follower)
  await enlistAgain(db, build)

  queues.work({
    page: (lane, path) =>
      lane === 'edits'
        ? makeEdited(path)
        : inTrace(tracer, 'rebuild knock-ons', () => makeKnockOns(path)),
    bulk: (job, report) => inTrace(tracer, 'rebuild bulk', () => makeBulk(job, report)),
  })

  const countMade = () => made
  const onProgress = (state: RebuildState) => {
    percentMade = Math.floor((100 * (state.pages - state.stale.bulk)) / Math.max(1, state.pages))
    dependencies.onProgress?.(state)
  }
  const reportProgress = createProgressReport({ db, build, metrics, log, onProgress, countMade })
  const countInTime = pauseInProportion(reportProgress, PAUSE_PER_COUNT, MAX_PAUSE_MS)
  const stop = new AbortController()
  const run = (name: string, pauseMs: number, work: (signal: AbortSignal) => Promise<unknown>) =>
    repeat({ name, pauseMs, run: work }, log, stop.signal)
  let auditAt = Date.now() + AUDIT_DELAY_MS
  const running = Promise.all([
    run('following the content', 0, createChangeReader(follower)),
    run('looking for stale pages', SWEEP_MS, requestStale),
    run('looking for pages of the bulk lane', BULK_MS, requestBulk),
    run('listing all pages', ENLIST_MS, enlist),
    run('saying that this build is in use', TOUCH_MS, () => touchBuild(db, build)),
    run('collecting former builds', COLLECT_MS, collect),
    run('looking for lost or damaged assets', ASSETS_MS, lookAfterAssets),
    run('comparing store and registry', TOUCH_MS, audit),
    run('dropping old pictures', PICTURES_MS, dropPictures),
    indexNow && run('telling search engines', paceOf(indexNow).lookMs, tellOf(indexNow)),
    run('counting pages', PROGRESS_MS, countInTime),
  ])

  return {
    async close() {
      stop.abort()
      // Work that takes longer is cut off; the next worker finds it and finishes it.
      const ending = running.then(editedPages.settled)
      await Promise.all([settlesWithin(STOP_MS, ending), queues.close()])
    },
  }

  /** Pages that only mention the edited one are requested afterwards, so as not to slow it down. */
  async function makeEdited(
    path: PagePath,
    before?: Follower,
    begun?: Promise<MadeEntry | undefined>,
  ) {
    const make = () => withPriority(() => rebuildPages(publisher, maker, [path], before, begun))
    noteOutcome('edits', await inTrace(tracer, 'rebuild edits', make))
    // If this fails, the next sweep finds them.
    const requestKnockOns = () => void requestKnockOnsSoon().catch(() => {})
    setTimeout(requestKnockOns, KNOCK_ONS_AFTER_MS).unref()
  }

  async function makeKnockOns(from: PagePath) {
    await giveWay()
    const paths = await findStaleFrom(db, build, 'knock-ons', { from, limit: BATCH })
    if (paths.length > 0) noteOutcome('knock-ons', await rebuildBatch(publisher, maker, paths))
  }

  async function makeBulk(job: BulkJob, report: (percent: number) => Promise<void>) {
    const onBatch = (outcome: RebuildOutcome) => noteOutcome('bulk', outcome)
    const options = { report, percentMade: () => percentMade, onBatch, giveWay }
    const more = await rebuildInBulk(publisher, maker, job, options)
    if (more) await queues.requestBulk([job.slot])
  }

  async function requestStale() {
    await requestEdits()
    await requestKnockOns()
  }

  /** Requests what another worker has marked as stale; knock-ons after edited pages, as above. */
  async function requestMarked() {
    if ((await requestEdits()) === 0) await requestKnockOns()
  }

  /** @returns how many are requested */
  async function requestEdits(): Promise<number> {
    const paths = await findStalePages(db, build, 'edits', SWEEP_LIMIT)
    if (paths.length > 0) await queues.requestPages('edits', paths)
    return paths.length
  }

  async function requestKnockOns() {
    const batches = { size: BATCH, limit: SWEEP_LIMIT }
    const knockOns = await findStaleBatches(db, build, 'knock-ons', batches)
    if (knockOns.length > 0) await queues.requestPages('knock-ons', knockOns)
  }

  async function requestBulk() {
    const slots = await findBulkSlots(db, build)
    if (slots.length > 0) await queues.requestBulk(slots)
  }

  function noteOutcome(lane: Lane, outcome: RebuildOutcome) {
    metrics.count(lane, outcome)
    made += outcome.made
    for (const { path, error } of outcome.failures) {
      log.warn({ err: error, path }, 'a page cannot be rendered; it will be retried')
    }
  }

  /** Goes through the list of all pages part by part, until it is complete. */
  async function enlist(signal: AbortSignal) {
    while (!signal.aborted) {
      const { listed, complete } = await enlistPages(db, build, content)
      if (listed > 0) {
        await requestStale()
        await requestBulk()
      }
      if (complete) return
    }
  }

  async function collect() {
    const dropped = await collectBuilds({
      db,
      store,
      build,
      dropQueues: dependencies.dropQueues,
    })
    if (dropped.length > 0) log.info({ builds: dropped }, 'removed the data of former builds')
    await trimHeat(db)
  }

  function storeAssets() {
    return store.assets.keep(build, `${bundle.clientFolder}/assets`)
  }

  async function lookAfterAssets() {
    const written = await storeAssets()
    if (written > 0) log.warn({ assets: written }, 'lost or damaged assets were stored again')
  }

  async function audit(signal: AbortSignal) {
    if (Date.now() < auditAt) return
    // If the store fails half-way, the audit does not start again at once.
    auditAt = Date.now() + AUDIT_RETRY_MS
    const result = await auditStore(publisher, signal)
    await enlistAgain(db, build)
    auditAt = Date.now() + AUDIT_MS
    if (Object.values(result).some((pages) => pages > 0)) {
      log.info(result, 'corrected differences between page store and registry')
    }
  }

  function tellOf(indexNow: IndexNow) {
    const notifier = { db, siteUrl, indexNow, metrics: metrics.indexNow, log }
    return (signal: AbortSignal) => notifySearchEngines(notifier, signal)
  }

  function dropPictures() {
    return store.pictures.dropBefore(new Date(Date.now() - PICTURES_STAY_MS))
  }
}
