import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { ContentClient } from '#shared/clients/content-client.ts'
import { MAX_MODELS } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { BulkJob } from '#shared/contracts/rebuild-job.ts'
import type { Lane, RebuildQueues } from '#shared/queues/rebuild-queues.ts'
import { inTrace, type Tracer } from '#shared/tracing/span.ts'
import { within } from '#shared/within.ts'
import type { LoadedBundle } from '../bundle/web-bundle.ts'
import type { IndexNowMetrics } from '../index-now/index-now-metrics.ts'
import { type IndexNow, paceOf, tellEngines } from '../index-now/tell-engines.ts'
import type { Store } from '../store/page-store.ts'
import { shareNext } from '../store/share-next.ts'
import { auditStore } from './audit-store.ts'
import { rebuildInBulk } from './bulk-rebuild.ts'
import { collectBuilds } from './collect-builds.ts'
import type { Database } from './database.ts'
import { createEditedPages } from './edited-pages.ts'
import { enlistAgain, enlistPages, touchBuild } from './enlist-pages.ts'
import { type ChangeFollower, createChangeReader, reconcileStore } from './follow-changes.ts'
import { trimHeat } from './heat.ts'
import type { Follower } from './page-registry.ts'
import { rebuildBatch } from './rebuild-batch.ts'
import type { RebuildMetrics } from './rebuild-metrics.ts'
import { type RebuildOutcome, rebuildPages } from './rebuild-pages.ts'
import { repeat } from './repeat.ts'
import { createProgressReport } from './report-progress.ts'
import { createRightOfWay } from './right-of-way.ts'
import {
  findBulkSlots,
  findStaleBatches,
  findStaleFrom,
  findStalePages,
  type RebuildState,
} from './stale-pages.ts'

export interface WorkerDependencies {
  db: Kysely<Database>
  store: Store
  content: ContentClient
  bundle: LoadedBundle
  siteUrl: string
  /** Where search engines are told what changed; they are not without. */
  indexNow?: IndexNow | undefined
  queues: RebuildQueues
  /** Forgets the jobs of another build. */
  dropQueues(build: string): Promise<void>
  metrics: RebuildMetrics & { indexNow: IndexNowMetrics }
  tracer?: Tracer | undefined
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Told now and then how far the pages of this build are. */
  onProgress?: (state: RebuildState) => void
}

export interface RunningWorker {
  /** Lets the jobs under way finish. */
  close(): Promise<void>
}

/** How often lost requests are found again. In this process: a queue that was wiped has no clock. */
const SWEEP_MS = 5_000
/** The bulk lane does not begin at once: what an edit put into the other lanes goes first. */
const BULK_MS = 500
/**
 * So long the other lanes let a page go first that an editor is about to look at. They would slow it
 * down though it is asked for before them: all of them share one content service.
 */
const GIVE_WAY_MS = 250
/**
 * Pages that only mention what was edited are made together, which costs each a fraction of what it
 * costs alone. A job names the first of them.
 */
const BATCH = MAX_MODELS
/** Stale pages that are asked for at once; the next sweep finds the rest. */
const SWEEP_LIMIT = 1_000
/** How often it is seen to whether the list of all pages is to be gone through. */
const ENLIST_MS = 1_000
const TOUCH_MS = 60_000
const COLLECT_MS = 60 * 60_000
/** Files of this build that were lost or damaged in the store are missed by servers of other builds only. */
const ASSETS_MS = 10 * 60_000
const AUDIT_MS = 24 * 60 * 60_000
/** A worker that has just started has better things to do. */
const AUDIT_DELAY_MS = 60_000
const AUDIT_RETRY_MS = 10 * 60_000
const PICTURES_MS = 24 * 60 * 60_000
/** A picture stays so long, whoever names it: those of today are drawn again when they are asked for. */
const PICTURES_STAY_MS = 30 * 24 * 60 * 60_000
const STOP_MS = 3_000
const PROGRESS_MS = 2_000

/**
 * Follows content, asks for what became stale, and makes it; fills what its build does not have
 * yet; looks after what former builds left. Returns when all of it has begun.
 */
export async function startRebuildWorker(dependencies: WorkerDependencies): Promise<RunningWorker> {
  const { db, store, content, bundle, siteUrl, queues, metrics, tracer, log } = dependencies
  const { build } = bundle
  const { indexNow } = dependencies
  const publisher = { db, store: store.pages(build), build, noteNews: indexNow !== undefined }
  const maker = { content, bundle, siteUrl }
  /** Pages that this worker has made so far. */
  let made = 0
  const { first, giveWay } = createRightOfWay(GIVE_WAY_MS)
  const requestKnockOnsSoon = shareNext(requestKnockOns)
  const editedPages = createEditedPages({
    make: makeEdited,
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
    keepAssets,
  }

  await touchBuild(db, build)
  await keepAssets()
  await reconcileStore(follower)
  await enlistAgain(db, build)

  queues.work({
    page: (lane, path) =>
      lane === 'edits'
        ? makeEdited(path)
        : inTrace(tracer, 'rebuild knock-ons', () => makeKnockOns(path)),
    bulk: (job, report) => inTrace(tracer, 'rebuild bulk', () => makeBulk(job, report)),
  })

  const { onProgress } = dependencies
  const countMade = () => made
  const reportProgress = createProgressReport({ db, build, metrics, log, onProgress, countMade })
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
    run('counting pages', PROGRESS_MS, reportProgress),
  ])

  return {
    async close() {
      stop.abort()
      // What goes on for longer is found half done by the next worker, and finished.
      const ending = running.then(editedPages.settled)
      await Promise.all([within(STOP_MS, ending), queues.close()])
    },
  }

  /** What only mentions an edited page is asked for when that is made, and does not slow it down. */
  async function makeEdited(path: PagePath, before?: Follower) {
    const make = () => first(() => rebuildPages(publisher, maker, [path], before))
    noteOutcome('edits', await inTrace(tracer, 'rebuild edits', make))
    // The sweep finds them as well.
    void requestKnockOnsSoon().catch(() => {})
  }

  async function makeKnockOns(from: PagePath) {
    await giveWay()
    const paths = await findStaleFrom(db, build, 'knock-ons', { from, limit: BATCH })
    if (paths.length > 0) noteOutcome('knock-ons', await rebuildBatch(publisher, maker, paths))
  }

  async function makeBulk(job: BulkJob, report: (percent: number) => Promise<void>) {
    const onBatch = (outcome: RebuildOutcome) => noteOutcome('bulk', outcome)
    const more = await rebuildInBulk(publisher, maker, job, { report, onBatch, giveWay })
    if (more) await queues.requestBulk([job.slot])
  }

  async function requestStale() {
    await requestEdits()
    await requestKnockOns()
  }

  /** What another worker marked. What only mentions the edited pages is asked for as above. */
  async function requestMarked() {
    if ((await requestEdits()) === 0) await requestKnockOns()
  }

  /** @returns how many are asked for */
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
      log.warn({ err: error, path }, 'a page cannot be rendered; it is tried again later')
    }
  }

  /** Goes through the list part by part, then waits until it is to be gone through again. */
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
    if (dropped.length > 0) log.info({ builds: dropped }, 'dropped what former builds left')
    await trimHeat(db)
  }

  function keepAssets() {
    return store.assets.keep(build, `${bundle.clientFolder}/assets`)
  }

  async function lookAfterAssets() {
    const written = await keepAssets()
    if (written > 0) log.warn({ assets: written }, 'lost or damaged assets were stored again')
  }

  async function audit(signal: AbortSignal) {
    if (Date.now() < auditAt) return
    // A store that fails half-way is not asked from the beginning again at once.
    auditAt = Date.now() + AUDIT_RETRY_MS
    const result = await auditStore(publisher, signal)
    await enlistAgain(db, build)
    auditAt = Date.now() + AUDIT_MS
    if (Object.values(result).some((pages) => pages > 0)) {
      log.info(result, 'store and registry were put right')
    }
  }

  function tellOf(indexNow: IndexNow) {
    const teller = { db, siteUrl, indexNow, metrics: metrics.indexNow, log }
    return (signal: AbortSignal) => tellEngines(teller, signal)
  }

  function dropPictures() {
    return store.pictures.dropBefore(new Date(Date.now() - PICTURES_STAY_MS))
  }
}
