import { SearchAnswer } from '../contracts/search.ts'
import { jsonGetter } from './get-json.ts'

export interface SearchClient {
  /** @throws {SiteError} `invalid-input` when the text is too long or has too many words */
  search(query: string, page: { limit: number; offset: number }): Promise<SearchAnswer>
}

const getAnswer = jsonGetter(SearchAnswer)

/** @param baseUrl the search service, such as `http://search:8082` */
export function createSearchClient(baseUrl: string): SearchClient {
  return {
    search: (query, { limit, offset }) => {
      const url = new URL('/api/search', baseUrl)
      url.search = new URLSearchParams({
        q: query,
        limit: String(limit),
        offset: String(offset),
      }).toString()
      return getAnswer(url)
    },
  }
}
