import type { PagePath } from '../contracts/primitives.ts'
import type { BulkJob } from '../contracts/rebuild-job.ts'
import type { PoolUsage } from '../metrics/observe-pool.ts'
import type { JobQueue, MemoryUsage } from './queue-backend.ts'

/** The lanes of one build's queues; `openRebuildQueues` puts them on Redis or on Postgres. */
export const LANES = ['edits', 'knock-ons', 'bulk'] as const
export type Lane = (typeof LANES)[number]

/** Workers of another build must never see our jobs, because they make other pages. */
export const queueNameOf = (lane: Lane, build: string) => `${lane}-${build}`

export interface RebuildQueues {
  /**
   * However often a page is requested, at most one rebuild of it runs and one waits per lane. In
   * the lane `knock-ons` one job also stands for the pages of the lane that follow it.
   *
   * @throws {Error} within seconds when the queue cannot be reached; some may have been requested
   */
  requestPages(lane: 'edits' | 'knock-ons', paths: readonly PagePath[]): Promise<void>
  /**
   * Wakes these slots of the bulk lane; a slot that is already running runs once more afterwards.
   */
  requestBulk(slots: readonly number[]): Promise<void>
  /** Starts working. Handlers must be idempotent: they may be called twice for the same job. */
  work(handlers: RebuildHandlers): void
  /** @throws {Error} within seconds when the queue cannot be reached */
  countJobs(): Promise<LaneCounts[]>
  /**
   * For the jobs screen.
   *
   * @throws {Error} within seconds when the queue cannot be reached
   */
  inspect(): Promise<JobQueue[]>
  /** Attempts at jobs that failed in this process. */
  readonly failedJobs: Readonly<Record<Lane, number>>
  /** Usage of the connections to Postgres; `undefined` where Redis keeps the jobs. */
  usage: (() => PoolUsage) | undefined
  /** Memory usage of Redis; `undefined` where Postgres keeps the jobs. */
  memory: (() => Promise<MemoryUsage>) | undefined
  /** Deletes all jobs of this build, whatever their state. */
  obliterate(): Promise<void>
  /** Lets the jobs under way finish, for a few seconds at most. Safe to repeat. */
  close(): Promise<void>
}

export interface RebuildHandlers {
  page(lane: 'edits' | 'knock-ons', path: PagePath): Promise<void>
  /** @param report shows the progress, between 0 and 100, on the jobs screen */
  bulk(job: BulkJob, report: (percent: number) => Promise<void>): Promise<void>
}

export interface LaneCounts {
  lane: Lane
  /** Includes those that wait for their next attempt. */
  waiting: number
  active: number
  /** Only the latest are kept; a page that is still stale is requested again. */
  failed: number
}
