import type { Instant } from '#shared/contracts/primitives.ts'

/** How many seconds a shared cache may keep a page, and show it while it asks again or gets no answer. */
const SHARED = { fresh: 2, whileRevalidating: 8, ifError: 86_400 }

const sharedUntil = (name: string, left: number) =>
  [
    `${name}=${Math.min(SHARED.fresh, left)}`,
    `stale-while-revalidate=${Math.min(SHARED.whileRevalidating, left)}`,
    `stale-if-error=${Math.min(SHARED.ifError, left)}`,
  ].join(', ')

/** @param left seconds after which no cache may show it */
const revalidated = (left: number) =>
  `public, max-age=0, must-revalidate, ${sharedUntil('s-maxage', left)}`

/** How long browsers and shared caches may keep an answer. */
export const CACHING = {
  /** Browsers keep it and revalidate it each time; for shared caches see below. */
  revalidate: revalidated(Number.POSITIVE_INFINITY),
  /** The same for the service worker's script: browsers look for this word. */
  noCache: 'no-cache',
  /** A file of another site, which may change without our knowledge. */
  briefly: 'public, max-age=300',
  /** The name changes with the bytes. */
  immutable: 'public, max-age=31536000, immutable',
  /** Valid for this one response only. */
  never: 'no-store',
} as const
export type Caching = keyof typeof CACHING

/**
 * The same for the caches of a delivery network (RFC 9213). `must-revalidate` in `CACHING` is for
 * browsers, which would otherwise show stale pages as well. Shared caches must ignore it, to show
 * an old page while they fetch the new one, or while we are down.
 *
 * Readers behind such a cache see an edit ten seconds after it at the latest.
 */
export const SHARED_CACHING_HEADER = 'cdn-cache-control'
export const SHARED_CACHING: Partial<Record<Caching, string>> = {
  revalidate: sharedUntil('max-age', Number.POSITIVE_INFINITY),
}

/**
 * All caching headers of an answer, as name, value, name, value.
 *
 * @param expiresAt when the page is withdrawn on its own
 */
export function cachingHeaders(caching: Caching, expiresAt?: Instant): string[] {
  if (caching === 'revalidate' && expiresAt !== undefined) return expiringHeaders(expiresAt)
  const shared = SHARED_CACHING[caching]
  return ['cache-control', CACHING[caching], ...(shared ? [SHARED_CACHING_HEADER, shared] : [])]
}

function expiringHeaders(expiresAt: Instant): string[] {
  const end = Date.parse(expiresAt)
  const left = Math.max(0, Math.floor((end - Date.now()) / 1_000))
  return [
    ...['cache-control', revalidated(left)],
    ...[SHARED_CACHING_HEADER, sharedUntil('max-age', left)],
    // RFC 8594; our service worker shows it no longer either.
    ...['sunset', new Date(end).toUTCString()],
  ]
}
