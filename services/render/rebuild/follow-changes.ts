import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ContentClient } from '#shared/clients/content-client.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import {
  applyChanges,
  type Follower,
  findStalePages,
  loadFollower,
  resetRegistry,
} from './page-registry.ts'
import type { Publisher } from './publish-entry.ts'

export interface ChangeFollower extends Publisher {
  /** Stands in canonical links and in the site map, so pages of another address are other pages. */
  siteUrl: string
  content: Pick<ContentClient, 'readChanges'>
  /** Asks for these pages to be made again; asking twice is harmless, and so is losing it. */
  requestRebuilds(paths: readonly PagePath[]): Promise<void>
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

const WAIT_MS = 20_000
const RETRY_MS = 1_000
/** After an answer without changes. */
const IDLE_PAUSE_MS = 100
/** How often lost requests are found again. */
const SWEEP_MS = 5_000
/** Stale pages that are asked for at once; the next sweep finds the rest. */
const SWEEP_LIMIT = 1_000

/** Follows content until told to stop: marks what each change makes stale and has it made again. */
export async function followChanges(follower: ChangeFollower, signal: AbortSignal): Promise<void> {
  await Promise.all([
    repeat(() => followOnce(follower, signal), 0, follower, signal),
    repeat(() => sweep(follower), SWEEP_MS, follower, signal),
  ])
}

/**
 * Makes sure that store and registry speak of the same pages. Stored pages that this registry does
 * not know could never be reached by a change, so they are dropped.
 */
export async function reconcileStore({
  db,
  store,
  siteUrl,
  log,
}: ChangeFollower): Promise<Follower> {
  const follower = await loadFollower(db)
  const mark = `${follower.registry} ${siteUrl}`
  if ((await store.readMark()) !== mark) {
    log.info('the page store belongs to another registry or address: it begins empty')
    await store.clear()
    await store.writeMark(mark)
  }
  return follower
}

/** One answer of the feed. */
export async function followOnce(follower: ChangeFollower, signal: AbortSignal): Promise<void> {
  const { db, content } = follower
  // Each time: a worker of another build, or one that died, may have begun the registry anew.
  const known = await reconcileStore(follower)
  // A registry that follows nothing yet asks for the present only: it has no pages to be stale.
  const waitMs = known.feed === null ? 0 : WAIT_MS
  const answer = await content.readChanges(known.revision, waitMs, signal)

  if (answer.feed !== known.feed || answer.revision < known.revision) {
    follower.log.info({ feed: answer.feed }, 'following a new history: all pages begin anew')
    await resetRegistry(db, answer.feed, answer.revision)
    await reconcileStore(follower)
    return
  }
  if (answer.changes.length === 0) {
    // Content that is about to close answers at once.
    await sleep(IDLE_PAUSE_MS, undefined, { signal })
    return
  }
  await applyChanges(db, answer.changes)
  await sweep(follower)
}

async function sweep({ db, build, requestRebuilds }: ChangeFollower): Promise<void> {
  const paths = await findStalePages(db, build, SWEEP_LIMIT)
  if (paths.length > 0) await requestRebuilds(paths)
}

/** Goes on after failures, which are logged once until something works again. */
async function repeat(
  work: () => Promise<void>,
  pauseMs: number,
  { log }: ChangeFollower,
  signal: AbortSignal,
): Promise<void> {
  let failing = false
  while (!signal.aborted) {
    try {
      await work()
      failing = false
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    } catch (error) {
      if (signal.aborted) return
      if (!failing) log.warn({ err: error }, 'cannot follow the content; trying on')
      failing = true
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }
}
