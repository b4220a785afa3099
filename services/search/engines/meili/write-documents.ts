import type { EnqueuedTask, Meilisearch } from 'meilisearch'
import { finishTask, TaskFailed } from './finish-task.ts'
import { patiently } from './patiently.ts'

/** A document as far as writing goes. */
export interface Writable {
  id: string
}

/**
 * Sends documents as one task: all of it happens, or nothing. Whether a request that timed out came
 * through does not matter, because the same documents twice are the same as once.
 */
export async function sendDocuments(
  client: Meilisearch,
  index: string,
  documents: readonly Writable[],
): Promise<EnqueuedTask> {
  const lines = documents.map((document) => JSON.stringify(document)).join('\n')
  const options = { primaryKey: 'id' }
  return patiently(() =>
    client.index(index).addDocumentsFromString(lines, 'application/x-ndjson', options),
  )
}

/**
 * Which of the documents Meilisearch refuses, and why, found by halves. All others are in the index
 * afterwards.
 *
 * @throws when the fault is not with a document
 */
export async function findRefused(
  client: Meilisearch,
  index: string,
  documents: readonly Writable[],
): Promise<Map<string, string>> {
  if (documents.length === 0) return new Map()
  try {
    await finishTask(client, sendDocuments(client, index, documents))
    return new Map()
  } catch (error) {
    if (!(error instanceof TaskFailed && error.isRefusal)) throw error
    const [only] = documents
    if (only && documents.length === 1) return new Map([[only.id, error.message]])
    const middle = Math.ceil(documents.length / 2)
    const first = await findRefused(client, index, documents.slice(0, middle))
    const second = await findRefused(client, index, documents.slice(middle))
    return new Map([...first, ...second])
  }
}
