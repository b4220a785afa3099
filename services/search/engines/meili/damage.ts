import { IncompleteIndex, IndexChanged } from './ask-index.ts'
import { meiliCodeOf } from './connect.ts'

/** Error codes of Meilisearch when an index is not ours or does not exist. */
const CODES = new Set(['index_not_found', 'invalid_search_filter', 'invalid_search_sort'])

/**
 * Says what is wrong with the index.
 *
 * @throws the error itself when the index is not at fault
 */
export function damageOf(error: unknown): string {
  if (error instanceof IncompleteIndex || error instanceof IndexChanged) return error.message
  if (error instanceof Error && CODES.has(meiliCodeOf(error) ?? '')) return error.message
  throw error
}
