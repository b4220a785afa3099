import { SiteError } from '#shared/errors.ts'
import type { ServedBody } from '../pages/served-body.ts'
import { encodeBody } from '../store/encode-body.ts'
import type { FetchScript } from './fetch-script.ts'

/** As long as readers may keep it too (`CACHING.briefly`). */
const MAX_AGE_MS = 5 * 60_000
/** Outgoing requests at a time, however many readers ask. */
const MAX_UNDER_WAY = 4
/** More than a list has. */
const MAX_KEPT = 20
const SCRIPT_TYPE = 'text/javascript; charset=utf-8'

/** @throws {SiteError} `unavailable` when the script cannot be had */
export type LoadScript = (url: string, isListed: (url: string) => boolean) => Promise<ServedBody>

/** Scripts of others for a few minutes in memory, so that their sites are not asked for each reader. */
export function keepScripts(fetchScript: FetchScript): LoadScript {
  const kept = new Map<string, { body: ServedBody; fetchedAt: number }>()
  const underWay = new Map<string, Promise<ServedBody>>()

  async function load(...[url, isListed]: Parameters<LoadScript>): Promise<ServedBody> {
    const body = await encodeBody(await fetchScript(url, isListed), SCRIPT_TYPE)
    kept.delete(url)
    kept.set(url, { body, fetchedAt: Date.now() })
    for (const oldest of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(oldest)
    return body
  }

  return async (url, isListed) => {
    const known = kept.get(url)
    if (known && Date.now() - known.fetchedAt < MAX_AGE_MS) return known.body
    const sharing = underWay.get(url)
    if (sharing) return sharing
    if (underWay.size >= MAX_UNDER_WAY) {
      throw new SiteError('unavailable', 'Too many scripts are being fetched at once')
    }
    const loading = load(url, isListed).finally(() => underWay.delete(url))
    underWay.set(url, loading)
    return loading
  }
}
