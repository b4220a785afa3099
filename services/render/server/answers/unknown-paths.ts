import { LRUCache } from 'lru-cache'
import type { Link } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'

/** Short enough that a page published at such a path shows within two seconds. */
const MEMORY_MS = 1_000
const MAX_PATHS = 5_000

/**
 * Paths that content has just reported as unknown, each with the article that is probably meant, if
 * content named one. Spares content repeated requests.
 */
export const createUnknownPaths = (perf: { now(): number } = performance) =>
  new LRUCache<PagePath, { nearest?: Link | undefined }>({
    max: MAX_PATHS,
    ttl: MEMORY_MS,
    ttlResolution: 0,
    perf,
  })
