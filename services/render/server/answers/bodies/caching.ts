/** How long browsers and shared caches may keep an answer. */
export const CACHING = {
  /** Browsers keep it and revalidate it each time; for shared caches see below. */
  revalidate:
    'public, max-age=0, must-revalidate, s-maxage=2, stale-while-revalidate=8, stale-if-error=86400',
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
  revalidate: 'max-age=2, stale-while-revalidate=8, stale-if-error=86400',
}

/** All caching headers of an answer, as name, value, name, value. */
export function cachingHeaders(caching: Caching): string[] {
  const shared = SHARED_CACHING[caching]
  return ['cache-control', CACHING[caching], ...(shared ? [SHARED_CACHING_HEADER, shared] : [])]
}
