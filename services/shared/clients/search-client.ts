import { SearchAnswer } from '../contracts/search.ts'
import { FORWARDED_HEADER } from '../http/forwarded-for.ts'
import { jsonGetter } from './get-json.ts'

export interface SearchClient {
  /**
   * @param forwarded on whose behalf, as `forwardedFor` says: each reader may search so often
   * @throws {SiteError} `invalid-input` when the text is too long or has too many words
   */
  search(
    query: string,
    page: { limit: number; offset: number },
    forwarded: string,
  ): Promise<SearchAnswer>
}

const getAnswer = jsonGetter(SearchAnswer)

/** @param baseUrl the search service, such as `http://search:8082` */
export function createSearchClient(baseUrl: string): SearchClient {
  return {
    search: (query, { limit, offset }, forwarded) => {
      const url = new URL('/api/search', baseUrl)
      url.search = new URLSearchParams({
        q: query,
        limit: String(limit),
        offset: String(offset),
      }).toString()
      return getAnswer(url, { headers: { [FORWARDED_HEADER]: forwarded } })
    },
  }
}
