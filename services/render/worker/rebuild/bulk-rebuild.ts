import { MAX_MODELS } from '#shared/contracts/page-model.ts'
import type { BulkJob } from '#shared/contracts/rebuild-job.ts'
import type { EntryMaker } from '../../documents/make-entry.ts'
import type { Publisher } from '../records/publish-entries.ts'
import { findBulkPages } from '../records/stale-pages.ts'
import { rebuildBatch } from './rebuild-batch.ts'
import type { RebuildOutcome } from './rebuild-pages.ts'

/** Pages that are made and recorded together: as many models as content gives models of at once. */
const BATCH = MAX_MODELS
/** How long a job works on a slot, so that other waiting jobs are not kept waiting. */
const SLICE_MS = 5_000

export interface BulkOptions {
  report(percent: number): Promise<void>
  /** How much of the build is made, as it was last counted. */
  percentMade(): number
  /** Called after every batch. */
  onBatch(outcome: RebuildOutcome): void
  /** Waits for work that takes precedence over the next batch. */
  giveWay(): Promise<void>
  now?: () => number
}

/**
 * Makes stale pages of one slot, batch by batch, for a few seconds.
 *
 * @returns whether there may be more
 */
export async function rebuildInBulk(
  publisher: Publisher,
  maker: EntryMaker,
  { slot }: BulkJob,
  { report, percentMade, onBatch, giveWay, now = Date.now }: BulkOptions,
): Promise<boolean> {
  const { db, build, store } = publisher
  // Servers are notified of each page. A noted change makes them compare all pages in memory, so
  // one note stands for many batches. If it is lost, servers notice the pages somewhat later.
  const quiet = { ...publisher, store: { ...store, noteChange: async () => {} } }
  const until = now() + SLICE_MS
  let after = ''
  let isAnyMade = false
  try {
    while (now() < until) {
      await giveWay()
      const paths = await findBulkPages(db, build, { slot, after, limit: BATCH })
      const last = paths.at(-1)
      if (last === undefined) {
        if (after === '') return false
        // Pages before `after` may have become stale meanwhile.
        after = ''
        continue
      }
      after = last
      isAnyMade = true
      onBatch(await rebuildBatch(quiet, maker, paths))
    }
  } finally {
    if (isAnyMade) await store.noteChange()
  }
  await report(percentMade())
  return true
}
