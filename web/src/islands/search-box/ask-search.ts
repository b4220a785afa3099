import type { SearchAnswer } from '#shared/contracts/search.ts'

/** The most titles in the list; the search page has the others. */
export const MAX_HITS = 8

/**
 * Asks the search service, and once more after a network failure.
 *
 * @returns `too-long` for text that the service refuses
 * @throws when there is no answer, or one to another query
 */
export async function askSearch(
  query: string,
  signal: AbortSignal,
): Promise<SearchAnswer | 'too-long'> {
  const url = `/api/search?${new URLSearchParams({ q: query, limit: String(MAX_HITS) })}`
  const get = () => fetch(url, { signal })
  const response = await get().catch((error: unknown) => {
    if (signal.aborted) throw error
    return get()
  })
  if (response.status === 400) return 'too-long'
  if (!response.ok) throw new Error(`Search answered ${response.status}`)
  // The service keeps to the contract, but a cache in between may have stored another query.
  const answer: SearchAnswer = await response.json()
  if (answer.query !== query) throw new Error('Search answered another query')
  return answer
}
