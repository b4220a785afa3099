import type { Instant } from '#shared/contracts/primitives.ts'

/** How many seconds a shared cache may show a page while it asks again or gets no answer. */
const STALE = { whileRevalidating: 8, ifError: 86_400 }
/** How many seconds a shared cache may keep a page: until it is purged, or briefly. */
const FRESH = { purged: 86_400, revalidate: 2 }
type Shared = keyof typeof FRESH

/** @param left seconds after which no cache may show it, whatever allows it to */
function sharedUntil(name: string, shared: Shared, left: number): string {
  const fresh = Math.min(FRESH[shared], left)
  return [
    `${name}=${fresh}`,
    `stale-while-revalidate=${Math.min(STALE.whileRevalidating, left - fresh)}`,
    `stale-if-error=${Math.min(STALE.ifError, left - fresh)}`,
  ].join(', ')
}

const revalidated = (shared: Shared, left = Number.POSITIVE_INFINITY) =>
  `public, max-age=0, must-revalidate, ${sharedUntil('s-maxage', shared, left)}`

/** How long browsers and shared caches may keep an answer. */
export const CACHING = {
  /** Browsers keep it and revalidate it each time; for shared caches see below. */
  revalidate: revalidated('revalidate'),
  /** The same, for caches that are purged of it. */
  purged: revalidated('purged'),
  /** The same for the service worker's script: browsers look for this word. */
  noCache: 'no-cache',
  /** A file of another site, which may change without our knowledge. */
  briefly: 'public, max-age=300',
  /** The name changes with the bytes. */
  immutable: 'public, max-age=31536000, immutable',
  /** For this reader only, whose browser revalidates it each time. */
  private: 'private, max-age=0, must-revalidate',
  /** Valid for this one response only. */
  never: 'no-store',
} as const
export type Caching = keyof typeof CACHING

/**
 * The same for the caches of a delivery network (RFC 9213). `must-revalidate` in `CACHING` is for
 * browsers, which would otherwise show stale pages as well. Shared caches must ignore it, to show
 * an old page while they fetch the new one, or while we are down.
 *
 * Readers behind such a cache see an edit ten seconds after it at the latest, and sooner behind one
 * that is purged.
 */
export const SHARED_CACHING_HEADER = 'cdn-cache-control'
export const SHARED_CACHING: Partial<Record<Caching, string>> = {
  revalidate: sharedUntil('max-age', 'revalidate', Number.POSITIVE_INFINITY),
  purged: sharedUntil('max-age', 'purged', Number.POSITIVE_INFINITY),
}

/**
 * All caching headers of an answer, as name, value, name, value.
 *
 * @param expiresAt when the page is withdrawn on its own
 */
export function cachingHeaders(caching: Caching, expiresAt?: Instant): string[] {
  if (expiresAt !== undefined && isShared(caching)) return expiringHeaders(caching, expiresAt)
  const shared = SHARED_CACHING[caching]
  return ['cache-control', CACHING[caching], ...(shared ? [SHARED_CACHING_HEADER, shared] : [])]
}

const isShared = (caching: Caching): caching is Shared => caching in FRESH

function expiringHeaders(shared: Shared, expiresAt: Instant): string[] {
  const end = Date.parse(expiresAt)
  const left = Math.max(0, Math.floor((end - Date.now()) / 1_000))
  return [
    ...['cache-control', revalidated(shared, left)],
    ...[SHARED_CACHING_HEADER, sharedUntil('max-age', shared, left)],
    // RFC 8594; our service worker shows it no longer either.
    ...['sunset', new Date(end).toUTCString()],
  ]
}
