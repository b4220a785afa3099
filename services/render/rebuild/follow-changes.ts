import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ContentClient } from '#shared/clients/content-client.ts'
import type { PagePath, Revision } from '#shared/contracts/primitives.ts'
import { inTrace, type Tracer } from '#shared/tracing/span.ts'
import { forgetPages } from './collect-builds.ts'
import { enlistAgain } from './enlist-pages.ts'
import { applyChanges, type Follower, loadFollower, resetRegistry } from './page-registry.ts'
import type { Publisher } from './publish-entries.ts'

export interface ChangeFollower extends Publisher {
  /** Stands in canonical links and in the site map, so pages of another address are other pages. */
  siteUrl: string
  content: Pick<ContentClient, 'readChanges'>
  /** Told that pages may have become stale; a miss is found again by whoever looks now and then. */
  onStale(): Promise<void>
  /**
   * Told instead which pages of this build were edited themselves and are to be made first.
   *
   * @param now how far the registry follows, with these pages
   */
  onEdited(paths: readonly PagePath[], now: Follower): Promise<void>
  /** Puts the files that pages need into a store that has lost them; told when it begins empty. */
  keepAssets(): Promise<unknown>
  tracer?: Tracer | undefined
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

const WAIT_MS = 20_000
/** After an answer without changes. */
const IDLE_PAUSE_MS = 100

/**
 * Makes sure that store and registry speak of the same pages. Stored pages that this registry does
 * not know could never be reached by a change, so they are dropped, and listed anew.
 */
export async function reconcileStore({
  db,
  build,
  store,
  siteUrl,
  keepAssets,
  log,
}: ChangeFollower): Promise<Follower> {
  const follower = await loadFollower(db)
  const mark = `${follower.registry} ${siteUrl}`
  if ((await store.readMark()) !== mark) {
    log.info('the page store belongs to another registry or address: it begins empty')
    // In this order: what is published in between is on record and lost, which is found again.
    await forgetPages(db, build)
    await store.clear()
    await store.noteChange()
    await enlistAgain(db, build)
    await store.writeMark(mark)
    await keepAssets()
  }
  return follower
}

/** Reads the feed answer by answer; remembers how far pages were looked for. */
export function createChangeReader(follower: ChangeFollower) {
  const { db, content, log } = follower
  let looked: Revision = 0

  /** Changes are marked whether or not the queue can be reached: who looks for stale pages asks again. */
  async function announce(now: Follower, edited: readonly PagePath[] = []): Promise<void> {
    const told = edited.length > 0 ? follower.onEdited(edited, now) : follower.onStale()
    await told.catch(() => {})
    looked = now.revision
  }

  /** One answer of the feed: marks what its changes make stale and says so. */
  return async (signal: AbortSignal): Promise<void> => {
    // Each time: a worker of another build, or one that died, may have begun the registry anew.
    const known = await reconcileStore(follower)
    if (known.revision > looked) {
      // Another worker was quicker to mark what is stale, of this build too.
      await announce(known)
    }
    // A registry that follows nothing yet asks for the present only: it has no pages to be stale.
    const waitMs = known.feed === null ? 0 : WAIT_MS
    const answer = await content.readChanges(known.revision, waitMs, signal)

    if (answer.feed !== known.feed || answer.revision < known.revision) {
      log.info({ feed: answer.feed }, 'following a new history: all pages begin anew')
      await resetRegistry(db, answer.feed, answer.revision)
      await reconcileStore(follower)
      return
    }
    const newest = answer.changes.at(-1)?.revision
    if (newest === undefined) {
      // Content that is about to close answers at once.
      await sleep(IDLE_PAUSE_MS, undefined, { signal })
      return
    }
    await inTrace(follower.tracer, 'follow changes', async (span) => {
      span?.note({ 'finlore.revision': newest })
      const edited = await applyChanges(db, answer.feed, answer.changes)
      const ours = edited.flatMap(({ build, path }) => (build === follower.build ? path : []))
      const paths = [...new Set(ours)]
      // None are known when another worker was quicker to mark them: it may not yet have said so.
      await announce({ ...known, revision: newest }, paths)
    })
  }
}
