import type { PagePath } from '../contracts/primitives.ts'
import type { BulkJob } from '../contracts/rebuild-job.ts'

/** What the queues of one build do; `openRebuildQueues` puts them on Redis or on Postgres. */
export const LANES = ['edits', 'knock-ons', 'bulk'] as const
export type Lane = (typeof LANES)[number]

export interface RebuildQueues {
  /**
   * However often a page is asked for, at most one rebuild of it runs and one waits per lane. In the
   * lane `knock-ons` it stands for those of the lane that follow it as well.
   *
   * @throws {Error} within seconds when the queue cannot be reached; some may be asked for then
   */
  requestPages(lane: 'edits' | 'knock-ons', paths: readonly PagePath[]): Promise<void>
  /** Wakes these slots of the bulk lane; one that runs already runs once more afterwards. */
  requestBulk(slots: readonly number[]): Promise<void>
  /** Begins to work. Handlers must bear being called twice for the same job. */
  work(handlers: RebuildHandlers): void
  /** @throws {Error} within seconds when the queue cannot be reached */
  countJobs(): Promise<LaneCounts[]>
  /** Forgets all jobs of this build, whatever their state. */
  obliterate(): Promise<void>
  /** Lets the jobs under way finish, for a few seconds at most. Safe to repeat. */
  close(): Promise<void>
}

export interface RebuildHandlers {
  page(lane: 'edits' | 'knock-ons', path: PagePath): Promise<void>
  /** @param report shows how far it is, between 0 and 100, on the jobs screen */
  bulk(job: BulkJob, report: (percent: number) => Promise<void>): Promise<void>
}

export interface LaneCounts {
  lane: Lane
  /** Those that wait to be tried again among them. */
  waiting: number
  active: number
  /** Of the last ones; a page that is still stale is asked for anew. */
  failed: number
}
