import type { Strings } from '../../strings/strings.ts'
import type { SearchState } from './follow-typing.ts'

/** The note above the list; empty where the list says everything. */
export function noteOf(state: SearchState, strings: Strings): string {
  if (state.is === 'too-long') return strings.searchTooLong
  if (state.is === 'failed') return strings.searchUnavailable
  if (state.is !== 'found' || state.answer.total > 0) return ''
  return strings.searchNone(state.answer.query)
}

/** The announcement for screen readers. */
export function statusOf(state: SearchState, strings: Strings): string {
  if (state.is !== 'found') return noteOf(state, strings)
  const { total, suggestions } = state.answer
  const found = total > 0 ? strings.articleCount(total) : noteOf(state, strings)
  if (suggestions.length === 0) return found
  return `${found}${total > 0 ? ', ' : ' '}${strings.searchSimilarCount(suggestions.length)}`
}
