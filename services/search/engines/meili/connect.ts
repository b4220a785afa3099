import { Meilisearch, MeilisearchApiError } from 'meilisearch'
import type { Locale } from '#shared/contracts/primitives.ts'

export interface MeiliAddress {
  /** Such as `http://meilisearch:7700`. */
  url: string
  key?: string | undefined
}

/** For writers, whose batches take long; searches pass a signal of their own. */
const TIMEOUT_MS = 30_000

/** The last packet of a compressed answer waits 40 ms for an acknowledgement. */
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

/** Names of temporary indexes begin like this; interrupted rebuilds leave them behind. */
export const rebuildPrefixOf = (index: string): string => `${index}__`

/** The code of Meilisearch's error, such as `index_not_found`. */
export const meiliCodeOf = (error: unknown): string | undefined =>
  error instanceof MeilisearchApiError ? error.cause?.code : undefined

export const CONTAINS_IS_OFF =
  'the filter CONTAINS is switched off: start Meilisearch with --experimental-contains-filter ' +
  '(MEILI_EXPERIMENTAL_CONTAINS_FILTER=true), or PATCH /experimental-features {"containsFilter":true}'
