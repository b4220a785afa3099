import { MAX_MODELS } from '#shared/contracts/page-model.ts'
import type { BulkJob } from '#shared/contracts/rebuild-job.ts'
import type { EntryMaker } from './make-entry.ts'
import type { Publisher } from './publish-entries.ts'
import { rebuildBatch } from './rebuild-batch.ts'
import type { RebuildOutcome } from './rebuild-pages.ts'
import { countPages, findBulkPages } from './stale-pages.ts'

/** Pages that are made and recorded together: as many as content gives models of at once. */
const BATCH = MAX_MODELS
/** A slot works so long at a time; then others that wait in the queue get their turn. */
const SLICE_MS = 5_000

export interface BulkOptions {
  report(percent: number): Promise<void>
  /** Told of every batch. */
  onBatch(outcome: RebuildOutcome): void
  /** Waits for work that is to go before the next batch. */
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
  { report, onBatch, giveWay, now = Date.now }: BulkOptions,
): Promise<boolean> {
  const { db, build, store } = publisher
  // Servers hear of each page that is published. A note has them compare all that they have in
  // memory, so here one stands for many batches; of who dies before it they find out a bit later.
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
        // Others may have become stale behind our back.
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
  const { pages, stale } = await countPages(db, build)
  await report(Math.floor((100 * (pages - stale.bulk)) / Math.max(1, pages)))
  return true
}
