import type { FastifyBaseLogger } from 'fastify'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Lane, RebuildHandlers } from '#shared/queues/rebuild-queues.ts'
import { inTrace, type Tracer } from '#shared/tracing/span.ts'
import type { EntryMaker, MadeEntry } from '../../documents/make-entry.ts'
import { shareNext } from '../../store/share-next.ts'
import type { Follower } from '../records/page-registry.ts'
import type { Publisher } from '../records/publish-entries.ts'
import { findStaleFrom } from '../records/stale-pages.ts'
import { rebuildInBulk } from './bulk-rebuild.ts'
import { createPriority } from './priority.ts'
import { rebuildBatch } from './rebuild-batch.ts'
import type { RebuildMetrics } from './rebuild-metrics.ts'
import { type RebuildOutcome, rebuildPages } from './rebuild-pages.ts'
import { KNOCK_ONS_PER_JOB, type Requester, requestKnockOns } from './request-stale-pages.ts'

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

/** What one worker has done, and how far all workers of its build are. */
export interface WorkerProgress {
  /** Pages that this worker has made so far, and those that it has compressed since. */
  made: number
  compressed: number
  /** How much of the build is made, as it was last counted. */
  percentMade: number
}

export interface LaneMakersOptions {
  publisher: Publisher
  maker: EntryMaker
  requester: Requester
  progress: WorkerProgress
  metrics: Pick<RebuildMetrics, 'count'>
  /** Called with each page that was made for an editor. */
  onEdited?: ((outcome: RebuildOutcome) => void) | undefined
  tracer?: Tracer | undefined
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Makes the pages of each lane. */
export interface LaneMakers {
  edited(
    path: PagePath,
    before?: Follower,
    rendering?: Promise<MadeEntry | undefined>,
  ): Promise<void>
  /** @param from the first page of the batch */
  knockOns(from: PagePath): Promise<void>
  bulk: RebuildHandlers['bulk']
  /** Waits for a page that an editor is about to look at. */
  giveWay(): Promise<void>
}

export function createLaneMakers(options: LaneMakersOptions): LaneMakers {
  const { publisher, maker, requester, progress, metrics, onEdited, tracer, log } = options
  const { db, build } = publisher
  const { withPriority, giveWay } = createPriority(GIVE_WAY_MS)
  const requestKnockOnsSoon = shareNext(() => requestKnockOns(requester))

  function noteOutcome(lane: Lane, outcome: RebuildOutcome) {
    metrics.count(lane, outcome)
    progress.made += outcome.made
    for (const { path, error } of outcome.failures) {
      log.warn({ err: error, path }, 'a page cannot be rendered; it will be retried')
    }
  }

  return {
    /** Pages that only mention the edited one are requested afterwards, so as not to slow it down. */
    async edited(path, before, rendering) {
      const make = () =>
        withPriority(() => rebuildPages(publisher, maker, [path], before, rendering))
      const outcome = await inTrace(tracer, 'rebuild edits', make)
      noteOutcome('edits', outcome)
      onEdited?.(outcome)
      // If this fails, the next sweep finds them.
      const request = () => void requestKnockOnsSoon().catch(() => {})
      setTimeout(request, KNOCK_ONS_AFTER_MS).unref()
    },
    knockOns: (from) =>
      inTrace(tracer, 'rebuild knock-ons', async () => {
        await giveWay()
        const batch = { from, limit: KNOCK_ONS_PER_JOB }
        const paths = await findStaleFrom(db, build, 'knock-ons', batch)
        if (paths.length > 0) noteOutcome('knock-ons', await rebuildBatch(publisher, maker, paths))
      }),
    bulk: (job, report) =>
      inTrace(tracer, 'rebuild bulk', async () => {
        const percentMade = () => progress.percentMade
        const onBatch = (outcome: RebuildOutcome) => noteOutcome('bulk', outcome)
        const bulkOptions = { report, percentMade, onBatch, giveWay }
        const more = await rebuildInBulk(publisher, maker, job, bulkOptions)
        if (more) await requester.queues.requestBulk([job.slot])
      }),
    giveWay,
  }
}
