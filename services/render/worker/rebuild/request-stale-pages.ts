import type { Kysely } from 'kysely'
import { MAX_MODELS } from '#shared/contracts/page-model.ts'
import type { RebuildQueues } from '#shared/queues/rebuild-queues.ts'
import type { RenderDatabase } from '../records/database.ts'
import { findBulkSlots, findStaleBatches, findStalePages } from '../records/stale-pages.ts'

/** Where stale pages of a build are found, and where their jobs go. */
export interface Requester {
  db: Kysely<RenderDatabase>
  build: string
  queues: Pick<RebuildQueues, 'requestPages' | 'requestBulk'>
}

/**
 * Pages that only mention what was edited are made in batches, which costs a fraction per page. A
 * job names the first page of its batch.
 */
export const KNOCK_ONS_PER_JOB = MAX_MODELS
/** Stale pages that are requested at once; the next sweep finds the rest. */
const SWEEP_LIMIT = 1_000

export async function requestStale(requester: Requester): Promise<void> {
  await requestEdits(requester)
  await requestKnockOns(requester)
}

export async function requestEdits({ db, build, queues }: Requester): Promise<void> {
  const paths = await findStalePages(db, build, 'edits', SWEEP_LIMIT)
  if (paths.length > 0) await queues.requestPages('edits', paths)
}

export async function requestKnockOns({ db, build, queues }: Requester): Promise<void> {
  const batches = { size: KNOCK_ONS_PER_JOB, limit: SWEEP_LIMIT }
  const knockOns = await findStaleBatches(db, build, 'knock-ons', batches)
  if (knockOns.length > 0) await queues.requestPages('knock-ons', knockOns)
}

export async function requestBulk({ db, build, queues }: Requester): Promise<void> {
  const slots = await findBulkSlots(db, build)
  if (slots.length > 0) await queues.requestBulk(slots)
}
