import { setTimeout as sleep } from 'node:timers/promises'
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
import { whenQuiet } from './when-quiet.ts'

/**
 * How long the other lanes wait for a page that an editor is about to look at. Priority in the
 * queue is not enough, because all lanes share one content service.
 */
const GIVE_WAY_MS = 250
/**
 * Pages that only mention what was edited wait for a moment without edits: they would take the same
 * processors from the next edit, and of several edits each is made once.
 */
const KNOCK_ONS_WAIT = { quietMs: 200, mostMs: 1_500 }
/** Pages of that lane that are made and recorded together: an edit waits for them to be recorded. */
const KNOCK_ONS_AT_ONCE = 16

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
  /** Begins to make edited pages; other lanes give way until they are there. */
  ahead<T>(make: () => Promise<T>): Promise<T>
  /** @param from the first page of the batch */
  knockOns(from: PagePath): Promise<void>
  /** Requests the pages of that lane once there are no edits for a moment. */
  requestKnockOnsSoon(): void
  bulk: RebuildHandlers['bulk']
  /** Waits for a page that an editor is about to look at. */
  giveWay(): Promise<void>
}

export function createLaneMakers(options: LaneMakersOptions): LaneMakers {
  const { publisher, maker, requester, progress, metrics, onEdited, tracer, log } = options
  const { db, build } = publisher
  const { withPriority, giveWay } = createPriority(GIVE_WAY_MS)
  const requestWaiting = shareNext(() => requestKnockOns(requester))
  // If this fails, the next sweep finds them.
  const requestKnockOnsSoon = whenQuiet(() => void requestWaiting().catch(() => {}), KNOCK_ONS_WAIT)
  /** Works for half of the time at most, and not at all while an edited page is made. */
  const patient: EntryMaker = {
    ...maker,
    async breathe(workedMs) {
      await sleep(workedMs)
      await giveWay()
    },
  }

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
      requestKnockOnsSoon()
    },
    ahead: withPriority,
    requestKnockOnsSoon,
    knockOns: (from) =>
      inTrace(tracer, 'rebuild knock-ons', async () => {
        await giveWay()
        const batch = { from, limit: KNOCK_ONS_PER_JOB }
        const paths = await findStaleFrom(db, build, 'knock-ons', batch)
        for (let at = 0; at < paths.length; at += KNOCK_ONS_AT_ONCE) {
          await giveWay()
          const some = paths.slice(at, at + KNOCK_ONS_AT_ONCE)
          noteOutcome('knock-ons', await rebuildBatch(publisher, patient, some))
        }
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
