import type { EnqueuedTask, Meilisearch } from 'meilisearch'
import { finishTask, isRefusal } from './finish-task.ts'
import { type Replace, replaceRefused, sendDocuments, type Writable } from './write-documents.ts'

const DOCUMENTS_PER_BATCH = 10_000
const CHARACTERS_PER_BATCH = 4_000_000
/** Batches that may be under way: Meilisearch works on earlier ones while the next are sent. */
const MAX_BATCHES_IN_FLIGHT = 4
const BATCH_TIMEOUT_MS = 10 * 60_000

/**
 * Fills an index that is not in use yet, one request at a time.
 *
 * @returns how many documents were sent
 */
export async function loadDocuments<Document extends Writable>(
  client: Meilisearch,
  index: string,
  pages: AsyncIterable<readonly Document[]>,
  replace: Replace<Document>,
): Promise<number> {
  const batchesInFlight: { batch: readonly Document[]; task: EnqueuedTask }[] = []
  let count = 0

  async function finishOldest(): Promise<void> {
    const oldest = batchesInFlight.shift()
    if (!oldest) return
    try {
      await finishTask(client, oldest.task, BATCH_TIMEOUT_MS)
    } catch (error) {
      if (!isRefusal(error)) throw error
      const acceptable = await replaceRefused(client, index, oldest.batch, replace)
      await finishTask(client, sendDocuments(client, index, acceptable))
    }
  }

  for await (const batch of inBatches(pages)) {
    count += batch.length
    batchesInFlight.push({ batch, task: await sendDocuments(client, index, batch) })
    if (batchesInFlight.length > MAX_BATCHES_IN_FLIGHT) await finishOldest()
  }
  while (batchesInFlight.length > 0) await finishOldest()
  return count
}

async function* inBatches<Document>(pages: AsyncIterable<readonly Document[]>) {
  let batch: Document[] = []
  let characters = 0
  for await (const page of pages) {
    for (const document of page) {
      const size = JSON.stringify(document).length
      if (batch.length === DOCUMENTS_PER_BATCH || characters + size > CHARACTERS_PER_BATCH) {
        if (batch.length > 0) yield batch
        batch = []
        characters = 0
      }
      batch.push(document)
      characters += size
    }
  }
  if (batch.length > 0) yield batch
}
