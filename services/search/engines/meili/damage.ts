import { IncompleteIndex, IndexChanged } from './ask-index.ts'
import { meiliCodeOf } from './connect.ts'

/** What Meilisearch says when an index is not one of ours, or not there. */
const CODES = new Set(['index_not_found', 'invalid_search_filter', 'invalid_search_sort'])

/**
 * What is wrong with the index, in words.
 *
 * @throws the error itself when it is not the index that is at fault
 */
export function damageOf(error: unknown): string {
  if (error instanceof IncompleteIndex || error instanceof IndexChanged) return error.message
  if (error instanceof Error && CODES.has(meiliCodeOf(error) ?? '')) return error.message
  throw error
}
