import type { Strings } from '../../strings/strings.ts'
import type { SearchState } from './follow-typing.ts'

/** The note above the list; empty where the list says everything, or begins with what was meant. */
export function noteOf(state: SearchState, strings: Strings): string {
  if (state.is === 'too-long') return strings.searchTooLong
  if (state.is === 'failed') return strings.searchUnavailable
  if (state.is !== 'found') return ''
  const { total, terms = [], query } = state.answer
  return total > 0 || terms.length > 0 ? '' : strings.searchNone(query)
}

/** The announcement for screen readers. */
export function statusOf(state: SearchState, strings: Strings): string {
  if (state.is !== 'found') return noteOf(state, strings)
  const { total, suggestions, terms = [], query } = state.answer
  const others = [
    terms.length > 0 && strings.searchTermCount(terms.length),
    suggestions.length > 0 && strings.searchSimilarCount(suggestions.length),
  ].filter((count) => count !== false)
  if (total > 0) return [strings.articleCount(total), ...others].join(', ')
  return [strings.searchNone(query), others.join(', ')].filter((part) => part !== '').join(' ')
}
