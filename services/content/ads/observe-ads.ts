import type { Registry } from 'prom-client'
import { observeWith } from '#shared/metrics/observe.ts'
import type { Reader } from '../database/reader.ts'
import { findAdFetch } from './ad-fetch.ts'

/**
 * Shows operators when ad data were last fetched.
 *
 * @param url where they are fetched, if they are
 */
export function observeAds(registry: Registry, db: Reader, url: string | undefined): void {
  observeWith(registry).gauge({
    name: 'finlore_ads_last_success_timestamp_seconds',
    help: 'When ad data were last fetched, in seconds since 1970; 0 before the first time, missing where SAPE_URL is not set',
    async read() {
      if (url === undefined) return undefined
      const last = await findAdFetch(db, url)
      return last?.fetchedAt ? Date.parse(last.fetchedAt) / 1_000 : 0
    },
  })
}
