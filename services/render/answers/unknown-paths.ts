import type { Link } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'

/** Paths that content has just reported as unknown. */
export interface UnknownPaths {
  has(path: PagePath): boolean
  /** The article that is probably meant, if content named one. */
  nearestTo(path: PagePath): Link | undefined
  add(path: PagePath, nearest?: Link): void
}

/** Short enough that a page published at such a path shows within two seconds. */
const MEMORY_MS = 1_000
const MAX_PATHS = 5_000

/** Spares content repeated requests. Forgets a path after a second, and the oldest if many. */
export function createUnknownPaths(now: () => number = Date.now): UnknownPaths {
  const known = new Map<PagePath, { until: number; nearest: Link | undefined }>()
  return {
    has: (path) => (known.get(path)?.until ?? 0) > now(),
    nearestTo: (path) => known.get(path)?.nearest,
    add(path, nearest) {
      known.delete(path)
      known.set(path, { until: now() + MEMORY_MS, nearest })
      const [oldest] = known.keys()
      if (known.size > MAX_PATHS && oldest !== undefined) known.delete(oldest)
    },
  }
}
