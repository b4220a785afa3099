import { setTimeout as sleep } from 'node:timers/promises'
import { type Job, Worker } from 'bullmq'
import { settlesWithin } from '../settles-within.ts'
import type { JobWorker, OnFailure, QueueBackend } from './queue-backend.ts'
import { type Lane, queueNameOf } from './rebuild-queues.ts'

const RETRY_MS = 1_000
/** Jobs that each process runs at once. */
const CONCURRENCY: Readonly<Record<Lane, number>> = { edits: 4, 'knock-ons': 2, bulk: 2 }

export interface LaneWorker {
  /** Takes no more jobs and lets those under way finish, for at most `graceMs` milliseconds. */
  close(graceMs: number): Promise<void>
}

export interface LaneListener {
  onFailure: OnFailure
  /** Called also for each failed attempt at a job. */
  onJobFailed(): void
}

/** The worker side of a lane, which starts as soon as its server can be reached. */
export function startLaneWorker(
  lane: Lane,
  build: string,
  backend: QueueBackend,
  handle: (job: Job<unknown, void>) => Promise<void>,
  { onFailure, onJobFailed }: LaneListener,
): LaneWorker {
  const stop = new AbortController()
  let worker: JobWorker | undefined

  function create(): JobWorker {
    const created: JobWorker = new Worker(
      queueNameOf(lane, build),
      handle,
      {
        // The backend has its own connection.
        connection: {},
        prefix: backend.prefix,
        autorun: false,
        concurrency: CONCURRENCY[lane],
        // With the defaults, jobs of a killed worker would wait for more than a minute.
        lockDuration: 10_000,
        stalledInterval: 5_000,
        maxStalledCount: 3,
        // Milliseconds between attempts after a lost connection.
        runRetryDelay: 1_000,
      },
      backend.forWorkers,
    )
    created.on('error', onFailure)
    created.on('failed', (_job, error) => {
      onJobFailed()
      onFailure(error)
    })
    return created
  }

  async function keepRunning(): Promise<void> {
    while (!stop.signal.aborted) {
      worker = create()
      try {
        // A worker whose first connection failed never recovers; one that ran does.
        await worker.waitUntilReady()
        await worker.run()
      } catch (error) {
        onFailure(error instanceof Error ? error : new Error(String(error)))
      }
      if (stop.signal.aborted) return
      void worker.close(true).catch(onFailure)
      await sleep(RETRY_MS, undefined, { signal: stop.signal }).catch(() => {})
    }
  }

  const running = keepRunning()
  return {
    async close(graceMs) {
      stop.abort()
      // A worker that has not started waits for its server, which may be down for long.
      const isStarted = worker?.isRunning()
      const closing = isStarted ? Promise.all([worker?.close(), running]) : worker?.close(true)
      if (!closing || (await settlesWithin(graceMs, closing))) return
      closing.catch(() => {})
      void worker?.disconnect().catch(() => {})
    },
  }
}
