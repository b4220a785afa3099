import type { BackendFactory, IQueueBackend, JobProgress, Queue, Worker } from 'bullmq'
import type { PoolUsage } from '../metrics/observe-pool.ts'

/** Where BullMQ keeps its jobs: the common interface of Redis and Postgres. */
export interface QueueBackend {
  /** Separates the keys of several sites on one server. */
  prefix: string
  /** Its connections fail soon. */
  forProducers: BackendFactory<IQueueBackend, unknown>
  /** Its connections wait until the server is back. */
  forWorkers: BackendFactory<IQueueBackend, unknown>
  /** Usage of its connections to Postgres, where it has any. */
  usage?: () => PoolUsage
  /**
   * Memory usage of the server, where it keeps everything in memory.
   *
   * @throws {Error} within seconds when it does not answer
   */
  memory?: () => Promise<MemoryUsage>
  /** Called last, after queues and workers are closed or have failed to close. Bounded in time. */
  close(): Promise<void>
}

export interface MemoryUsage {
  usedBytes: number
  /** 0 where there is no limit. */
  maxBytes: number
  /** Its eviction policy, where it tells it. */
  policy?: string | undefined
}

export type JobQueue<Job = unknown> = Queue<
  Job,
  void,
  string,
  Job,
  void,
  string,
  IQueueBackend,
  unknown
>
export type JobWorker = Worker<unknown, void, string, IQueueBackend, JobProgress, unknown>

/** Called on lost connections and failed jobs; the queues recover by themselves. */
export type OnFailure = (error: Error) => void
