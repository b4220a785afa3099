import { createHash } from 'node:crypto'
import {
  type IQueueBackend,
  type Job,
  type JobProgress,
  Queue,
  UnrecoverableError,
  WaitingError,
  Worker,
} from 'bullmq'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { DraftJob, DraftOutcome, DraftProgress } from '../contracts/draft-job.ts'
import { within } from '../within.ts'
import { reportOnce } from './failure-report.ts'
import { EVENTS_KEPT, WORKER_SETTINGS } from './lane-settings.ts'
import { migrateQueue } from './migrate-queue.ts'
import { openPostgresBackend } from './postgres-backend.ts'
import type { OnFailure } from './queue-backend.ts'
import { openRedisBackend } from './redis-backend.ts'

export type DraftQueueHome = { redisUrl: string } | { databaseUrl: string }

export interface DraftQueue {
  /**
   * However often an article is asked for, there is one unfinished job for it.
   *
   * @returns the ids of the jobs in the same order
   */
  request(jobs: readonly DraftJob[], options: RequestOptions): Promise<string[]>
  /** Those that were asked for first come first; at most {@link MOST_DRAFTS}. */
  listUnfinished(): Promise<UnfinishedDraft[]>
  /** @returns `undefined` while the job is not finished */
  findFinished(id: string): Promise<FinishedDraft | undefined>
  /** Begins to work. */
  work(work: DraftWork): Promise<void>
  /** Forgets all jobs, those that a killed process left behind included. */
  discard(): Promise<void>
  /** Puts the jobs under way back into the queue, and takes seconds at most. Safe to repeat. */
  close(): Promise<void>
}

export interface RequestOptions {
  /** How often a job is tried. */
  attempts: number
  /** Before it is tried for the second time; then twice as long each time. */
  retryMs: number
}

export interface DraftWork {
  /** Must bear being called twice for the same job. */
  make(job: DraftJob, tools: DraftTools): Promise<DraftOutcome>
  /** Of what {@link make} threw. Its message is kept with the job as the reason. */
  judge(error: unknown): Verdict
  concurrency: number
  /** Jobs that are begun in a minute at most, by all workers of the queue together. */
  perMinute: number
}

export interface DraftTools {
  /** Aborted when the queue is closed: the job is put back whatever is thrown then. */
  signal: AbortSignal
  report: (progress: DraftProgress) => void
}

/**
 * What to do about a job that failed. One that is put off counts as not tried; with `stop-work`, it is
 * put back, and this worker takes no more.
 */
export type Verdict =
  | { kind: 'try-again' }
  | { kind: 'put-off'; everyJobForMs: number }
  | { kind: 'give-up' }
  | { kind: 'stop-work' }

/** A job that waits, is put off, or is being done. */
export interface UnfinishedDraft {
  id: string
  job: DraftJob
  active: boolean
  progress: DraftProgress | undefined
}

export type FinishedDraft =
  | { state: 'done'; outcome: DraftOutcome }
  | { state: 'failed'; reason: string }

/** Jobs that may be unfinished at once. */
const MOST_DRAFTS = 1_000

/** A job that was put off so often has no hope. */
const MOST_PUT_OFF = 30
const READY_MS = 3_000
const CLOSE_MS = 5_000
const PROGRESS_MS = 300
const MINUTE_MS = 60_000
const DAY_SECONDS = 24 * 60 * 60

type Jobs = Queue<unknown, unknown, string, unknown, unknown, string, IQueueBackend, unknown>
type Workers = Worker<unknown, unknown, string, IQueueBackend, JobProgress, unknown>

/**
 * The queue of drafts of one owner, on Redis or on Postgres.
 *
 * @param owner names a content folder: nobody else may take its jobs and write the drafts elsewhere
 * @param listener hears of lost connections, from which the queue recovers by itself
 * @throws {Error} within seconds when the queue cannot be reached
 */
export async function openDraftQueue(
  home: DraftQueueHome,
  owner: string,
  listener: { onFailure: OnFailure },
): Promise<DraftQueue> {
  const stop = new AbortController()
  const report = reportOnce(listener.onFailure)
  let isOpen = false
  let firstFailure: Error | undefined
  const onFailure = (error: Error) => {
    firstFailure ??= error
    // Whatever breaks while it is taken down, breaks by our own hand.
    if (isOpen && !stop.signal.aborted) report(error)
  }
  // Whoever waits for drafts hears at once that there is no database.
  if ('databaseUrl' in home) await migrateQueue(home.databaseUrl, { attempts: 1 })
  const backend =
    'redisUrl' in home
      ? openRedisBackend(home.redisUrl, owner, onFailure)
      : openPostgresBackend(home.databaseUrl, onFailure)
  const name = `drafts-${createHash('sha256').update(owner).digest('hex').slice(0, 12)}`
  const queue: Jobs = new Queue(
    name,
    // The backend has its own connection.
    { connection: {}, prefix: backend.prefix, streams: { events: { maxLen: EVENTS_KEPT } } },
    backend.forProducers,
  )
  queue.on('error', onFailure)
  let worker: Workers | undefined
  let closing: Promise<void> | undefined
  try {
    await ready(queue)
    isOpen = true
  } catch (error) {
    await shutDown()
    throw firstFailure ?? error
  }

  return {
    async request(jobs, { attempts, retryMs }) {
      const ids: string[] = []
      for (const job of jobs) {
        const { id = '' } = await queue.add('draft', job, {
          deduplication: { id: `${job.locale}/${job.slug}` },
          attempts,
          backoff: { type: 'exponential', delay: retryMs, jitter: 0.5 },
          removeOnComplete: { count: MOST_DRAFTS, age: DAY_SECONDS },
          removeOnFail: { count: MOST_DRAFTS, age: DAY_SECONDS },
        })
        ids.push(id)
      }
      return ids
    },

    async listUnfinished() {
      const [active, ...others] = await Promise.all(
        (['active', 'waiting', 'delayed'] as const).map((state) =>
          queue.getJobs([state], 0, MOST_DRAFTS - 1, true),
        ),
      )
      const atWork = new Set(active?.map(({ id }) => id))
      const jobs = new Map([...(active ?? []), ...others.flat()].map((job) => [job.id, job]))
      return [...jobs.values()]
        .filter(({ data }) => Value.Check(DraftJob, data))
        .map(({ id = '', data, progress }) => ({
          id,
          job: Value.Parse(DraftJob, data),
          active: atWork.has(id),
          progress: Value.Check(DraftProgress, progress) ? progress : undefined,
        }))
        .sort((a, b) => Number(a.id) - Number(b.id))
        .slice(0, MOST_DRAFTS)
    },

    async findFinished(id) {
      // Before what is known of the job, which says more once it has ended.
      const state = await queue.getJobState(id)
      if (state !== 'completed' && state !== 'failed' && state !== 'unknown') return undefined
      const job = await queue.getJob(id)
      if (!job) return { state: 'failed', reason: 'the queue has lost it' }
      return state === 'completed'
        ? { state: 'done', outcome: proven(DraftOutcome, job.returnvalue) }
        : { state: 'failed', reason: job.failedReason ?? 'no reason is known' }
    },

    async work({ make, judge, concurrency, perMinute }) {
      const timesPutOff = new Map<string, number>()

      async function run(job: Job<unknown, unknown>, token: string | undefined): Promise<unknown> {
        const draft = proven(DraftJob, job.data)
        try {
          return await make(draft, { signal: stop.signal, report: reporter(job) })
        } catch (error) {
          const verdict = stop.signal.aborted ? { kind: 'stop-work' as const } : judge(error)
          if (verdict.kind !== 'stop-work') throw await consequence(job, error, verdict)
          // It must not take the job again that it puts back.
          if (!stop.signal.aborted) void worker?.pause(true)
          await job.moveToWait(token)
          throw new WaitingError()
        }
      }

      async function consequence(
        job: Job<unknown, unknown>,
        error: unknown,
        verdict: Exclude<Verdict, { kind: 'stop-work' }>,
      ): Promise<unknown> {
        const reason = error instanceof Error ? error.message : String(error)
        if (verdict.kind === 'give-up') return new UnrecoverableError(reason)
        if (verdict.kind === 'try-again') return error
        const id = job.id ?? ''
        const times = (timesPutOff.get(id) ?? 0) + 1
        timesPutOff.set(id, times)
        if (times > MOST_PUT_OFF) {
          return new UnrecoverableError(`${reason}, after waiting for it ${MOST_PUT_OFF} times`)
        }
        await queue.rateLimit(Math.max(1, verdict.everyJobForMs))
        return Worker.RateLimitError()
      }

      const created: Workers = new Worker(
        name,
        run,
        {
          // The backend has its own.
          connection: {},
          prefix: backend.prefix,
          autorun: false,
          concurrency,
          // Without one, nothing could be put off either.
          limiter: { max: perMinute, duration: MINUTE_MS },
          ...WORKER_SETTINGS,
        },
        backend.forWorkers,
      )
      worker = created
      created.on('error', onFailure)
      await ready(created)
      created.run().catch(onFailure)
    },

    discard: () => queue.obliterate({ force: true }),

    close() {
      closing ??= shutDown()
      return closing
    },
  }

  async function shutDown(): Promise<void> {
    // First of all it must not take the jobs again that are about to be put back.
    const ending = worker?.close()
    stop.abort()
    if (ending && !(await within(CLOSE_MS, ending).catch(() => false))) {
      ending.catch(() => {})
      void worker?.disconnect().catch(() => {})
    }
    await within(CLOSE_MS, queue.close()).catch(() => {})
    await backend.close()
  }
}

/** @throws {Error} when it is not ready in time */
async function ready(what: { waitUntilReady(): Promise<unknown> }): Promise<void> {
  if (!(await within(READY_MS, what.waitUntilReady()))) {
    throw new Error(`it does not answer in ${READY_MS / 1_000} s`)
  }
}

/** @throws {UnrecoverableError} when it is malformed: trying again would not help */
function proven<T extends TSchema>(schema: T, data: unknown): Static<T> {
  if (!Value.Check(schema, data)) throw new UnrecoverableError('malformed draft job')
  return data
}

/** Progress is for people to look at: a job never waits for it, let alone fails by it. */
function reporter(job: Job<unknown, unknown>): (progress: DraftProgress) => void {
  let reportedAt = Number.NEGATIVE_INFINITY
  return (progress) => {
    const now = performance.now()
    if (now - reportedAt < PROGRESS_MS) return
    reportedAt = now
    job.updateProgress(progress).catch(() => {})
  }
}
