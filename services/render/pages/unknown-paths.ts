import type { PagePath } from '#shared/contracts/primitives.ts'

/** Addresses that content has just said it knows nothing of. */
export interface UnknownPaths {
  has(path: PagePath): boolean
  add(path: PagePath): void
}

/** Short enough that a page published at a guessed address shows within two seconds. */
const MEMORY_MS = 1_000
const MAX_PATHS = 5_000

/** Spares content the same question over and over; forgets after a second, and the oldest first. */
export function createUnknownPaths(now: () => number = Date.now): UnknownPaths {
  const until = new Map<PagePath, number>()
  return {
    has: (path) => (until.get(path) ?? 0) > now(),
    add(path) {
      until.delete(path)
      until.set(path, now() + MEMORY_MS)
      const [oldest] = until.keys()
      if (until.size > MAX_PATHS && oldest !== undefined) until.delete(oldest)
    },
  }
}
