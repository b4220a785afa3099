import { MAX_MODELS } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { BulkJob } from '#shared/contracts/rebuild-job.ts'
import { encodeInThreads } from '../store/encode-in-threads.ts'
import type { EntryMaker } from './make-entry.ts'
import type { Publisher } from './publish-entries.ts'
import { type RebuildOutcome, rebuildPages } from './rebuild-pages.ts'
import { countPages, findBulkPages, postponePages } from './stale-pages.ts'

/** Pages that are made and recorded together: as many as content gives models of at once. */
const BATCH = MAX_MODELS
/** A slot works so long at a time; then others that wait in the queue get their turn. */
const SLICE_MS = 5_000

export interface BulkOptions {
  report(percent: number): Promise<void>
  /** Told of every batch. */
  onBatch(outcome: RebuildOutcome): void
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
  { report, onBatch, now = Date.now }: BulkOptions,
): Promise<boolean> {
  const { db, build } = publisher
  const until = now() + SLICE_MS
  let after = ''
  while (now() < until) {
    const paths = await findBulkPages(db, build, { slot, after, limit: BATCH })
    const last = paths.at(-1)
    if (last === undefined) {
      if (after === '') return false
      // Others may have become stale behind our back.
      after = ''
      continue
    }
    after = last
    onBatch(await rebuildApart(publisher, { ...maker, encode: encodeInThreads }, paths))
  }
  const { pages, stale } = await countPages(db, build)
  await report(Math.floor((100 * (pages - stale.bulk)) / Math.max(1, pages)))
  return true
}

/** So many pages in a row that fail by themselves are no accident: something is down. */
const PATIENCE = 5

/**
 * Makes pages together; where that fails, one by one, so that a bad one is put off and never keeps
 * the others from being made.
 *
 * @throws what the first pages threw, when they failed one by one as well
 */
async function rebuildApart(
  publisher: Publisher,
  maker: EntryMaker,
  paths: readonly PagePath[],
): Promise<RebuildOutcome> {
  try {
    return await rebuildPages(publisher, maker, paths)
  } catch {
    const result: RebuildOutcome = { made: 0, failures: [] }
    const bad: PagePath[] = []
    for (const path of paths) {
      try {
        const one = await rebuildPages(publisher, maker, [path])
        result.made += one.made
        result.failures.push(...one.failures)
      } catch (error) {
        bad.push(path)
        result.failures.push({ path, error })
        if (result.made === 0 && bad.length >= Math.min(PATIENCE, paths.length)) throw error
      }
    }
    if (bad.length > 0) await postponePages(publisher.db, publisher.build, bad)
    return result
  }
}
