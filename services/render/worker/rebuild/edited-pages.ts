import type { PagePath, Revision } from '#shared/contracts/primitives.ts'
import { settlesWithin } from '#shared/settles-within.ts'
import type { MadeEntry } from '../../documents/make-entry.ts'
import type { Follower } from '../records/page-registry.ts'

/** Pages that one worker makes outside the queue at a time; further ones are shared with others. */
const PAGES_AT_ONCE = 4
/** How long the first of very many pages has the processors to itself, before the others follow. */
const HEAD_START_MS = 250

export interface EditedPagesOptions {
  make(path: PagePath, before: Follower, rendering?: Promise<MadeEntry | undefined>): Promise<void>
  /** Makes what is stored for pages, and publishes nothing. */
  makeAhead(paths: readonly PagePath[], revision: Revision): Promise<readonly MadeEntry[]>
  /** Puts pages into the queue, where they are retried until they are made. */
  request(paths: readonly PagePath[]): Promise<void>
}

/** What is made of pages; those that fail are missing, and are to be made again. */
export type RenderingPages = ReadonlyMap<PagePath, Promise<MadeEntry | undefined>>

export interface EditedPages {
  /**
   * Begins to make pages while it is still being found out whether they are stale. Nothing of them
   * is published before `begin`. Of too many pages, none is begun.
   *
   * @param revision which edited them
   */
  beginAhead(paths: readonly PagePath[], revision: Revision): RenderingPages
  /**
   * Begins to make pages that an editor waits for, without the detour through the queue. Of too many,
   * only the first is made so, and the others go into the queue once it is there, as do those that fail.
   *
   * @param before the registry as it was before the pages' models are read
   * @param begun pages that are being made already, from models that are not older than the edit
   * @throws {Error} when the queue is needed and cannot be reached
   */
  begin(paths: readonly PagePath[], before: Follower, rendering?: RenderingPages): Promise<void>
  /** Waits for all that has begun. */
  settled(): Promise<unknown>
}

export function createEditedPages({ make, makeAhead, request }: EditedPagesOptions): EditedPages {
  const inFlight = new Set<Promise<void>>()

  async function makeNow(
    path: PagePath,
    before: Follower,
    rendering?: RenderingPages,
  ): Promise<void> {
    const making = make(path, before, rendering?.get(path))
      .catch(() => request([path]))
      // They are still stale, so the next sweep finds them.
      .catch(() => {})
    inFlight.add(making)
    await making
    inFlight.delete(making)
  }

  return {
    beginAhead(paths, revision) {
      if (inFlight.size + paths.length > PAGES_AT_ONCE) return new Map()
      const making = makeAhead(paths, revision).catch(() => [])
      const find = async (path: PagePath) =>
        (await making).find((made) => made.path === path && made.outcome !== 'failed')
      return new Map(paths.map((path) => [path, find(path)]))
    },
    async begin(paths, before, rendering) {
      const room = PAGES_AT_ONCE - inFlight.size
      const [first, ...others] = paths
      if (first === undefined || room <= 0) return request(paths)
      if (paths.length > room) {
        const alone = makeNow(first, before, rendering)
        await settlesWithin(HEAD_START_MS, alone)
        return request(others)
      }
      for (const path of paths) void makeNow(path, before, rendering)
    },
    settled: () => Promise.all(inFlight),
  }
}
