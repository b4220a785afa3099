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
  const { total, suggestions, terms = [] } = state.answer
  const others = [
    terms.length > 0 && strings.searchTermCount(terms.length),
    suggestions.length > 0 && strings.searchSimilarCount(suggestions.length),
  ].filter((count) => count !== false)
  if (total > 0) return [strings.articleCount(total), ...others].join(', ')
  return [noteOf(state, strings), others.join(', ')].filter((part) => part !== '').join(' ')
}
