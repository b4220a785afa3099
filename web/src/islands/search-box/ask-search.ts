import type { SearchAnswer } from '#shared/contracts/search.ts'

/** Titles in the list; what goes beyond is on the search page. */
export const SHOWN_HITS = 8

/**
 * Asks the search service, and once more after a network failure.
 *
 * @returns `too-long` for text that the service refuses
 * @throws when there is no answer, or none to this question
 */
export async function askSearch(
  query: string,
  signal: AbortSignal,
): Promise<SearchAnswer | 'too-long'> {
  const url = `/api/search?${new URLSearchParams({ q: query, limit: String(SHOWN_HITS) })}`
  const get = () => fetch(url, { signal })
  const response = await get().catch((error: unknown) => {
    if (signal.aborted) throw error
    return get()
  })
  if (response.status === 400) return 'too-long'
  if (!response.ok) throw new Error(`Search answered ${response.status}`)
  // Our own service, which keeps to the contract; a cache between us may keep to another query.
  const answer: SearchAnswer = await response.json()
  if (answer.query !== query) throw new Error('Search answered another question')
  return answer
}
