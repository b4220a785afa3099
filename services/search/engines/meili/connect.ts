import { Meilisearch, MeilisearchApiError } from 'meilisearch'
import type { Locale } from '#shared/contracts/primitives.ts'

export interface MeiliAddress {
  /** Such as `http://meilisearch:7700`. */
  url: string
  key?: string | undefined
}

/** For writers, whose batches take their time; readers bring a signal of their own. */
const TIMEOUT_MS = 30_000

/** Its compressed answers leave in pieces of which the last waits 40 ms for an acknowledgement. */
const UNCOMPRESSED = { 'accept-encoding': 'identity' }

export const connectMeili = ({ url, key }: MeiliAddress): Meilisearch =>
  new Meilisearch({
    host: url,
    ...(key !== undefined && { apiKey: key }),
    timeout: TIMEOUT_MS,
    requestInit: { headers: UNCOMPRESSED },
  })

/** The index of a site's titles. */
export const indexNameOf = (locale: Locale): string => `titles_${locale}`

/** What begins like this was left behind by rebuilds that came to no end. */
export const rebuildPrefixOf = (index: string): string => `${index}__`

/** The code of Meilisearch's error, such as `index_not_found`. */
export const meiliCodeOf = (error: unknown): string | undefined =>
  error instanceof MeilisearchApiError ? error.cause?.code : undefined

export const CONTAINS_IS_OFF =
  'the filter CONTAINS is switched off: start Meilisearch with --experimental-contains-filter ' +
  '(MEILI_EXPERIMENTAL_CONTAINS_FILTER=true), or PATCH /experimental-features {"containsFilter":true}'
