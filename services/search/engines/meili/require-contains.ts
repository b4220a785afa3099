import type { Meilisearch } from 'meilisearch'
import { CONTAINS_IS_OFF, meiliCodeOf, rebuildPrefixOf } from './connect.ts'
import { finishTask, TaskFailed } from './finish-task.ts'

/**
 * Tries the filter CONTAINS, which every search needs and which must be switched on in Meilisearch.
 */
export async function requireContains(client: Meilisearch, index: string): Promise<void> {
  if (await tryContains(client, index)) return
  // Without an index, Meilisearch does not say whether it has the filter. Rebuilds delete this one.
  const trial = `${rebuildPrefixOf(index)}contains`
  await finishTask(client, client.createIndex(trial, { primaryKey: 'id' })).catch((error) => {
    if (!(error instanceof TaskFailed && error.code === 'index_already_exists')) throw error
  })
  await tryContains(client, trial)
}

/** @returns false when there is no such index */
async function tryContains(client: Meilisearch, index: string): Promise<boolean> {
  try {
    await client.index(index).search(null, { filter: ['tok CONTAINS "a"'], limit: 0 })
    return true
  } catch (error) {
    switch (meiliCodeOf(error)) {
      case 'index_not_found':
        return false
      // It knows the filter, but not the field.
      case 'invalid_search_filter':
        return true
      case 'feature_not_enabled':
        throw new Error(CONTAINS_IS_OFF, { cause: error })
      default:
        throw error
    }
  }
}
