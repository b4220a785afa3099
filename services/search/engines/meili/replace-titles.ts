import type { Meilisearch } from 'meilisearch'
import { rebuildPrefixOf } from './connect.ts'
import { finishTask, isRefusal } from './finish-task.ts'
import { createEmptyIndex } from './rebuild-index.ts'
import { type Replace, replaceRefused, sendDocuments, type Writable } from './write-documents.ts'

/**
 * Writes documents and their state into an index in use, in one task: readers see all or nothing.
 *
 * If Meilisearch refuses some, they are identified in a separate index that is not searched.
 */
export async function replaceTitles<Document extends Writable>(
  client: Meilisearch,
  index: string,
  documents: readonly Document[],
  state: Writable,
  replace: Replace<Document>,
): Promise<void> {
  const write = (some: readonly Writable[]) =>
    finishTask(client, sendDocuments(client, index, [...some, state]))
  try {
    return await write(documents)
  } catch (error) {
    if (!isRefusal(error)) throw error
  }

  const trial = await createEmptyIndex(client, `${rebuildPrefixOf(index)}trial_${Date.now()}`)
  try {
    await write(await replaceRefused(client, trial, documents, replace))
  } finally {
    await finishTask(client, client.deleteIndex(trial)).catch(() => undefined)
  }
}
