import { LRUCache } from 'lru-cache'
import { SiteError } from '#shared/errors.ts'
import { encodeBody } from '../../store/encode-body.ts'
import type { ServedBody } from '../answers/bodies/served-body.ts'
import type { FetchScript } from './fetch-script.ts'

/** The same as browsers may keep a script (`CACHING.briefly`). */
const MAX_AGE_MS = 5 * 60_000
/** Outgoing requests at a time, whatever the number of readers. */
const MAX_LOADING = 4
/** Scripts in memory: more than a site lists. */
const MAX_KEPT = 20
const SCRIPT_TYPE = 'text/javascript; charset=utf-8'

/** @throws {SiteError} `unavailable` when the script cannot be fetched */
export type LoadScript = (url: string, isListed: (url: string) => boolean) => Promise<ServedBody>

/** Keeps scripts of other sites in memory for a few minutes, to send them fewer requests. */
export function createScriptCache(fetchScript: FetchScript): LoadScript {
  let loading = 0
  const scripts = new LRUCache<string, ServedBody, Parameters<LoadScript>[1]>({
    max: MAX_KEPT,
    ttl: MAX_AGE_MS,
    perf: Date,
    async fetchMethod(url, _former, { context: isListed }) {
      if (loading >= MAX_LOADING) {
        throw new SiteError('unavailable', 'Too many scripts are being fetched at once')
      }
      loading += 1
      try {
        return await encodeBody(await fetchScript(url, isListed), SCRIPT_TYPE)
      } finally {
        loading -= 1
      }
    },
  })
  return (url, isListed) => scripts.forceFetch(url, { context: isListed })
}
