import type { BackendFactory, IQueueBackend, JobProgress, Queue, Worker } from 'bullmq'
import type { PoolUsage } from '../metrics/observe-pool.ts'

/** Where BullMQ keeps its jobs, behind what Redis and Postgres have in common. */
export interface QueueBackend {
  /** Sets the keys of several sites on one server apart. */
  prefix: string
  /** Its connections give up soon. */
  forProducers: BackendFactory<IQueueBackend, unknown>
  /** Its connections wait until the server is back. */
  forWorkers: BackendFactory<IQueueBackend, unknown>
  /** Of its connections to Postgres, where it has any. */
  usage?: () => PoolUsage
  /**
   * Of the server, where it keeps all in memory.
   *
   * @throws {Error} within seconds when it does not answer
   */
  memory?: () => Promise<MemoryUsage>
  /** Comes last, when queues and workers are closed or past helping. Bounded. */
  close(): Promise<void>
}

export interface MemoryUsage {
  usedBytes: number
  /** 0 where there is no limit. */
  maxBytes: number
  /** What it does when it is full, where it says so. */
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

/** Told about lost connections and failed jobs; the queues carry on by themselves. */
export type OnFailure = (error: Error) => void
