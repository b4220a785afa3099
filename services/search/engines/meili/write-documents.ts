import type { EnqueuedTask, Meilisearch } from 'meilisearch'
import { finishTask, TaskFailed } from './finish-task.ts'
import { patiently } from './patiently.ts'

/** The part of a document that writing needs. */
export interface Writable {
  id: string
}

/**
 * Sends documents as one task, which takes effect as a whole or not at all. It does not matter
 * whether a request that timed out arrived: sending the same documents again changes nothing.
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
 * Finds by bisection which of the documents Meilisearch refuses, and why. All others are in the
 * index afterwards.
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
