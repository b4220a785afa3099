import { SearchAnswer } from '../contracts/search.ts'
import { FORWARDED_HEADER } from '../http/forwarded-for.ts'
import { jsonGetter } from './get-json.ts'

const getAnswer = jsonGetter(SearchAnswer)

export type SearchClient = ReturnType<typeof createSearchClient>

/** @param baseUrl the search service, such as `http://search:8082` */
export const createSearchClient = (baseUrl: string) => ({
  /**
   * @param forwarded the reader's address, as `forwardedFor` gives it: searches are limited per
   *   reader
   * @throws {SiteError} `invalid-input` when the text is too long or has too many words
   */
  search(
    query: string,
    { limit, offset }: { limit: number; offset: number },
    forwarded: string,
  ): Promise<SearchAnswer> {
    const url = new URL('/api/search', baseUrl)
    url.search = String(new URLSearchParams({ q: query, limit: `${limit}`, offset: `${offset}` }))
    return getAnswer(url, { headers: { [FORWARDED_HEADER]: forwarded } })
  },
})
