import type { EnqueuedTask, Meilisearch } from 'meilisearch'
import { finishTask, isRefusal } from './finish-task.ts'
import { withRetries } from './patiently.ts'

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
  return withRetries(() =>
    client.index(index).addDocumentsFromString(lines, 'application/x-ndjson', options),
  )
}

/** @returns the document to write instead of one that Meilisearch refuses for this reason */
export type Replace<Document> = (document: Document, reason: string) => Document

/**
 * The documents with those replaced that Meilisearch refuses, which are found by bisection.
 *
 * @param index all documents that are not refused are in it afterwards
 * @throws when the fault is not with a document
 */
export async function replaceRefused<Document extends Writable>(
  client: Meilisearch,
  index: string,
  documents: readonly Document[],
  replace: Replace<Document>,
): Promise<Document[]> {
  if (documents.length === 0) return []
  try {
    await finishTask(client, sendDocuments(client, index, documents))
    return [...documents]
  } catch (error) {
    if (!isRefusal(error)) throw error
    const [only] = documents
    if (only && documents.length === 1) return [replace(only, error.message)]
    const middle = Math.ceil(documents.length / 2)
    const first = await replaceRefused(client, index, documents.slice(0, middle), replace)
    const second = await replaceRefused(client, index, documents.slice(middle), replace)
    return [...first, ...second]
  }
}
