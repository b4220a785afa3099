import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { SearchClient } from '#shared/clients/search-client.ts'
import { type Link, SearchPage } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import { fieldOf } from '#shared/field-of.ts'
import {
  SEARCH_MAX_LENGTH,
  SEARCH_MAX_WORDS,
  SEARCH_THRESHOLD,
} from '#shared/text/search-limits.ts'
import { splitWords } from '#shared/text/split-words.ts'
import { typeset } from '#shared/text/typeset.ts'
import type { StoredBody } from '../../store/stored-entry.ts'
import type { ShowHits } from './show-hits.ts'

export const SEARCH_PATH = '/search'

/** Results on one page. The page of each is looked up, so a larger number costs more. */
const PAGE_SIZE = 12
/** The last page of results; no reader gets that far. */
const MAX_PAGE = 500

export interface SearchQuery {
  text: string
  /** 1-based. */
  number: number
  /** The client's address, as `forwardedFor` gives it. */
  from: string
}

/** Reads `?q=` and `?page=`; an invalid value counts as absent. */
export function parseSearchQuery(query: unknown): Omit<SearchQuery, 'from'> {
  const given = (name: string): string => {
    const value: unknown = fieldOf(query, name)
    const [first]: unknown[] = Array.isArray(value) ? value : [value]
    return typeof first === 'string' ? first : ''
  }
  const number = /^[1-9]\d{0,3}$/.test(given('page')) ? Number(given('page')) : 1
  return { text: given('q'), number: Math.min(number, MAX_PAGE) }
}

const StoredSearchPage = Type.Object({ result: Type.Object({ data: SearchPage }) })

export interface SearchSources {
  client: SearchClient
  showHits: ShowHits
  /** Whether hits are shown without their summaries at the moment, because of load. */
  skipsSuggestions?: () => boolean
}

/**
 * The search page with the results of a search.
 *
 * @param idle the page data of the search page without a query
 */
export async function fillSearchPage(
  { client, showHits, skipsSuggestions = () => false }: SearchSources,
  idle: StoredBody,
  { text, number, from }: SearchQuery,
): Promise<SearchPage> {
  const { data: page } = Value.Parse(
    StoredSearchPage,
    JSON.parse(idle.bytes.identity.toString()),
  ).result
  const words = splitWords(text)
  if (text === '' || words.length === 0) return page
  if (text.length <= SEARCH_THRESHOLD) return { ...page, query: text, outcome: 'too-short' }
  if (text.length > SEARCH_MAX_LENGTH || words.length > SEARCH_MAX_WORDS) {
    return { ...page, query: text.slice(0, SEARCH_MAX_LENGTH), outcome: 'too-long' }
  }

  try {
    const offset = (number - 1) * PAGE_SIZE
    const answer = await client.search(text, { limit: PAGE_SIZE, offset }, from)
    const { total, suggestions, terms, nearTerms = [] } = answer
    const hits = skipsSuggestions() ? answer.hits : await showHits(answer.hits)
    const pages = Math.ceil(total / PAGE_SIZE)
    const found = { total, hits, suggestions, ...(terms && { terms }), nearTerms, number, pages }
    return { ...page, query: text, outcome: 'results', ...found }
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    return { ...page, query: text, outcome: 'failed' }
  }
}

/** Search returns titles as written; a page shows them with the typography of its language. */
export function typesetFound(page: SearchPage, locale: Locale): SearchPage {
  const set = <T extends Link>(found: T): T => ({ ...found, title: typeset(found.title, locale) })
  return {
    ...page,
    ...(page.terms && {
      terms: page.terms.map((term) => ({
        ...set(term),
        definition: typeset(term.definition, locale),
      })),
    }),
    hits: page.hits.map(set),
    suggestions: page.suggestions.map(set),
    nearTerms: page.nearTerms.map(set),
  }
}
