/** How long others may keep an answer. */
export const CACHING = {
  /** Readers may keep it, and ask about it each time; caches that many share, see below. */
  revalidate:
    'public, max-age=0, must-revalidate, s-maxage=2, stale-while-revalidate=8, stale-if-error=86400',
  /** The same for service workers, whose browsers look for this word. */
  noCache: 'no-cache',
  /** Somebody else's, which may change without our hearing of it. */
  briefly: 'public, max-age=300',
  /** The name changes with the bytes. */
  immutable: 'public, max-age=31536000, immutable',
  /** Of this moment only. */
  never: 'no-store',
} as const
export type Caching = keyof typeof CACHING

/**
 * The same for the caches of a delivery network (RFC 9213). Taken word for word, what is said above
 * would keep them from showing an old page while they fetch the new one, or while we are away:
 * `must-revalidate` is there for browsers, which would otherwise do so as well.
 *
 * Readers of such a cache see an edit ten seconds after it at the latest.
 */
export const SHARED_CACHING_HEADER = 'cdn-cache-control'
export const SHARED_CACHING: Partial<Record<Caching, string>> = {
  revalidate: 'max-age=2, stale-while-revalidate=8, stale-if-error=86400',
}

/** All that an answer says of being kept; name, value, name, value. */
export function cachingHeaders(caching: Caching): string[] {
  const shared = SHARED_CACHING[caching]
  return ['cache-control', CACHING[caching], ...(shared ? [SHARED_CACHING_HEADER, shared] : [])]
}
