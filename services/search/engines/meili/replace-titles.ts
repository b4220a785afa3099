import type { Meilisearch } from 'meilisearch'
import { rebuildPrefixOf } from './connect.ts'
import { finishTask, TaskFailed } from './finish-task.ts'
import type { Replace } from './load-documents.ts'
import { createEmptyIndex } from './rebuild-index.ts'
import { findRefused, sendDocuments, type Writable } from './write-documents.ts'

/**
 * Writes documents and their state into an index in use, in one task: readers see all or nothing.
 *
 * If Meilisearch refuses some, they are identified in a separate index that nobody searches.
 */
export async function replaceTitles<Document extends Writable>(
  client: Meilisearch,
  index: string,
  documents: readonly Document[],
  state: Writable,
  replace: Replace<Document>,
): Promise<void> {
  try {
    return await finishTask(client, sendDocuments(client, index, [...documents, state]))
  } catch (error) {
    if (!(error instanceof TaskFailed && error.isRefusal)) throw error
  }

  const refused = await findRefusedElsewhere(client, index, documents)
  const acceptable = documents.map((document) => {
    const reason = refused.get(document.id)
    return reason === undefined ? document : replace(document, reason)
  })
  await finishTask(client, sendDocuments(client, index, [...acceptable, state]))
}

async function findRefusedElsewhere(
  client: Meilisearch,
  index: string,
  documents: readonly Writable[],
): Promise<Map<string, string>> {
  const trial = await createEmptyIndex(client, `${rebuildPrefixOf(index)}trial_${Date.now()}`)
  try {
    return await findRefused(client, trial, documents)
  } finally {
    await finishTask(client, client.deleteIndex(trial)).catch(() => undefined)
  }
}
