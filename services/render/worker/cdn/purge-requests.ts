import type { PagePath } from '#shared/contracts/primitives.ts'
import { purgedAddresses } from '../../documents/purged-addresses.ts'
import { surrogateKey } from '../../documents/surrogate-keys.ts'
import { EVERYTHING } from '../records/purge-queue.ts'
import type { Cdn, PurgeForm } from './cdn-env.ts'

/** Pages of one call. Fastly takes 256 keys, Cloudflare 100. */
export const PAGES_PER_CALL = 100

export interface PurgeRequest {
  method: 'PURGE' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

export interface PurgedSite {
  siteUrl: string
  /** One of those of the settings. */
  address: string
  token: Cdn['token']
}

type Paths = readonly (PagePath | typeof EVERYTHING)[]

/** The requests by which a cache forgets these pages. */
export const purgeRequests = (form: PurgeForm, site: PurgedSite, paths: Paths): PurgeRequest[] =>
  FORMS[form](site, paths)

const FORMS: Readonly<Record<PurgeForm, (site: PurgedSite, paths: Paths) => PurgeRequest[]>> = {
  /**
   * One request for each address, as Varnish and nginx are purged. Caches that know keys find the
   * page's in the header. Everything is `/*`.
   */
  http: ({ siteUrl, address, token }, paths) =>
    paths.flatMap((path) => {
      const headers = {
        host: new URL(siteUrl).host,
        'surrogate-key': surrogateKey(siteUrl, path),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      }
      const purged = path === EVERYTHING ? ['/*'] : purgedAddresses(path)
      return purged.map((one) => ({ method: 'PURGE' as const, url: address + one, headers }))
    }),

  // https://www.fastly.com/documentation/reference/api/purging/#bulk-purge-tag
  fastly: ({ siteUrl, address, token = '' }, paths) => [
    {
      method: 'POST',
      url: `${address}/purge`,
      headers: { 'fastly-key': token, accept: 'application/json', ...JSON_BODY },
      body: JSON.stringify({ surrogate_keys: keysOf(siteUrl, paths) }),
    },
  ],

  // https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-tags/
  cloudflare: ({ siteUrl, address, token = '' }, paths) => [
    {
      method: 'POST',
      url: `${address}/purge_cache`,
      headers: { authorization: `Bearer ${token}`, ...JSON_BODY },
      body: JSON.stringify({ tags: keysOf(siteUrl, paths) }),
    },
  ],
}

const JSON_BODY = { 'content-type': 'application/json' }

const keysOf = (siteUrl: string, paths: Paths) => paths.map((path) => surrogateKey(siteUrl, path))
