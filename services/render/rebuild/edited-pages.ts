import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Follower } from '../records/page-registry.ts'

/** Pages that one worker makes outside the queue at a time; further ones are shared with others. */
const AT_ONCE = 4

export interface EditedPagesOptions {
  make(path: PagePath, before: Follower): Promise<void>
  /** Puts pages into the queue, where they are retried until they are made. */
  request(paths: readonly PagePath[]): Promise<void>
}

export interface EditedPages {
  /**
   * Begins to make pages that an editor waits for, without the detour through the queue. If they
   * are too many, or fail, they go into the queue.
   *
   * @param before the registry as it was before the pages' models are read
   * @throws {Error} when the queue is needed and cannot be reached
   */
  begin(paths: readonly PagePath[], before: Follower): Promise<void>
  /** Waits for all that has begun. */
  settled(): Promise<unknown>
}

export function createEditedPages({ make, request }: EditedPagesOptions): EditedPages {
  const underWay = new Set<Promise<void>>()

  async function makeNow(path: PagePath, before: Follower): Promise<void> {
    const making = make(path, before)
      .catch(() => request([path]))
      // They are still stale, so the next sweep finds them.
      .catch(() => {})
    underWay.add(making)
    await making
    underWay.delete(making)
  }

  return {
    async begin(paths, before) {
      if (underWay.size + paths.length > AT_ONCE) return request(paths)
      for (const path of paths) void makeNow(path, before)
    },
    settled: () => Promise.all(underWay),
  }
}
