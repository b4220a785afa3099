import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ContentClient } from '#shared/clients/content-client.ts'
import type { ChangeFeed } from '#shared/contracts/change.ts'
import type { PagePath, Revision } from '#shared/contracts/primitives.ts'
import { inTrace, type Tracer } from '#shared/tracing/span.ts'
import { enlistAgain } from '../records/enlist-pages.ts'
import {
  applyChanges,
  type Follower,
  loadFollower,
  resetRegistry,
} from '../records/page-registry.ts'
import type { Publisher } from '../records/publish-entries.ts'
import { purgeEverything } from '../records/purge-queue.ts'
import { deletePagesOfBuild } from './collect-builds.ts'
import type { RenderingPages } from './edited-pages.ts'

export interface ChangeFollower extends Publisher {
  /** Part of canonical links and of the site map, so pages of another address are other pages. */
  siteUrl: string
  content: Pick<ContentClient, 'readChangesWithPages'>
  /** Called when pages may have become stale. It may fail: the next sweep finds the pages. */
  onStale(): Promise<void>
  /**
   * Called instead with the pages of this build that were edited and are to be made first.
   *
   * @param now how far the registry follows, with these pages
   * @param begun the pages among them that are being made already
   */
  onEdited(paths: readonly PagePath[], now: Follower, rendering: RenderingPages): Promise<void>
  /** Begins to make pages before it is known whether they are stale, and publishes nothing. */
  onForeseen(paths: readonly PagePath[], revision: Revision): RenderingPages
  /** Writes the files that pages need; called when a store begins empty. */
  storeAssets(): Promise<unknown>
  tracer?: Tracer | undefined
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

const WAIT_MS = 20_000
/** Milliseconds before the next request after an answer without changes. */
const IDLE_PAUSE_MS = 100

/**
 * Makes sure that store and registry belong together. No change could reach stored pages that this
 * registry does not know, so they are deleted and listed again.
 */
export async function reconcileStore({
  db,
  build,
  store,
  siteUrl,
  storeAssets,
  log,
}: ChangeFollower): Promise<Follower> {
  const follower = await loadFollower(db)
  const owner = `${follower.registry} ${siteUrl}`
  if ((await store.readOwner()) !== owner) {
    log.info('the page store belongs to another registry or site address: it is cleared')
    // In this order: the audit finds a page that is published in between, recorded but lost.
    await deletePagesOfBuild(db, build)
    await store.clear()
    await store.noteChange()
    await purgeEverything(db)
    await enlistAgain(db, build)
    await store.writeOwner(owner)
    await storeAssets()
  }
  return follower
}

/**
 * Whether an answer is of the history that is followed, and leaves no change out: content forgets old
 * ones, and what they made stale is not known any more.
 */
function continues({ feed, revision, changes }: ChangeFeed, known: Follower): boolean {
  if (feed !== known.feed || revision < known.revision) return false
  return revision === known.revision || changes[0]?.revision === known.revision + 1
}

/** Returns a function that reads the next answer of the feed and remembers how far it came. */
export function createChangeReader(follower: ChangeFollower) {
  const { db, content, log } = follower
  let announcedRevision: Revision = 0

  /** The queue may be down: the changes are marked, and the next sweep requests the jobs. */
  async function announce(
    now: Follower,
    edited: readonly PagePath[] = [],
    rendering: RenderingPages = new Map(),
  ): Promise<void> {
    const announcing =
      edited.length > 0 ? follower.onEdited(edited, now, rendering) : follower.onStale()
    await announcing.catch(() => {})
    announcedRevision = now.revision
  }

  /** Reads one answer of the feed, and marks and announces what its changes make stale. */
  return async (signal: AbortSignal): Promise<void> => {
    // Each time, because another worker, even one that was killed, may have reset the registry.
    const known = await reconcileStore(follower)
    if (known.revision > announcedRevision) {
      // Another worker has marked what is stale, also for this build.
      await announce(known)
    }
    // A registry that follows no feed yet has no pages that could be stale, so it does not wait.
    const waitMs = known.feed === null ? 0 : WAIT_MS
    const answer = await content.readChangesWithPages(known.revision, waitMs, signal)

    if (!continues(answer, known)) {
      log.info({ feed: answer.feed }, 'following a new history: all pages are rebuilt')
      await resetRegistry(db, answer.feed, answer.revision)
      await reconcileStore(follower)
      return
    }
    const newest = answer.changes.at(-1)?.revision
    if (newest === undefined) {
      // Content that is shutting down answers at once, so pause.
      await sleep(IDLE_PAUSE_MS, undefined, { signal })
      return
    }
    await inTrace(follower.tracer, 'follow changes', async (span) => {
      span?.note({ 'finlore.revision': newest })
      const applied = applyChanges(db, answer.feed, answer.changes)
      // They are made while it is found out what else is stale.
      const rendering = answer.editedPages && follower.onForeseen(answer.editedPages, newest)
      const edited = await applied
      const ours = edited.flatMap(({ build, path }) => (build === follower.build ? path : []))
      const paths = [...new Set(ours)]
      // None are known when another worker marked them first, and perhaps did not announce them.
      await announce({ ...known, revision: newest }, paths, rendering)
    })
  }
}
