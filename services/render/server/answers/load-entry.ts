import type { FastifyBaseLogger } from 'fastify'
import type { ContentClient } from '#shared/clients/content-client.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { isSchemaMissing } from '#shared/database/database-outage.ts'
import { withDeadline, withoutDeadline } from '#shared/deadline.ts'
import { CALM, type LoadLadder } from '#shared/http/load-ladder.ts'
import { createRoom } from '#shared/room.ts'
import { type EntryMaker, isPagePath, makeEntry } from '../../documents/make-entry.ts'
import { isOver, type StoredEntry } from '../../store/stored-entry.ts'
import { loadFollower } from '../../worker/records/page-registry.ts'
import { type Publisher, publishEntries } from '../../worker/records/publish-entries.ts'
import { createLookups } from './look-up-together.ts'
import type { EntryCache } from './memory/entry-cache.ts'
import { createUnknownPaths } from './unknown-paths.ts'

/** Pages made at the same time. They share one thread, so more would make each of them slower. */
const PAGES = { places: 8, waiting: 100, maxWaitMs: 1_000 }
/**
 * Paths that are looked up at the same time; many of them share one request to content. While its
 * answers are slow, most requests would only wait to be refused, so they are refused at once.
 */
const LOOKUPS = { places: 32, whileSlow: 4, slowMs: 250 }
/** Deadline of making a page; the deadlines of readers' requests are shorter. */
const MAKE_MS = 10_000
/** Short: if the registry does not answer, the page is not stored, but still answered in time. */
const FOLLOWER_MS = 1_000
/** Pages that are being stored at the same time; any others are served without being stored. */
const MAX_STORING = 200

/** @returns the entry of a path, or `undefined` when there is no such page */
export type EntryLoader = (path: PagePath) => Promise<StoredEntry | undefined>

export type EntryLoading = ReturnType<typeof createEntryLoader>

export interface EntryLoaderOptions {
  pages: Pick<EntryCache, 'read'>
  publisher: Publisher
  maker: EntryMaker & { content: Pick<ContentClient, 'lookUp'> }
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Says what is shed under load; by default nothing is. */
  ladder?: LoadLadder
}

/**
 * Answers from memory and store; makes a missing page once for all requests that wait for it.
 *
 * A new page is answered as soon as it is made, then recorded in the registry and stored; meanwhile
 * other requests share it. If it cannot be recorded because the database is down, it is not stored:
 * no change could ever make it stale.
 *
 * Content is first asked whether a path can exist at all, before anything is read for it. That and
 * the making have a room each, so that no flood takes the thread from readers of stored pages.
 */
export function createEntryLoader(options: EntryLoaderOptions) {
  const { pages, publisher, maker, log, ladder = CALM } = options
  const inFlight = new Map<PagePath, Promise<StoredEntry | undefined>>()
  const storing = new Map<PagePath, Promise<unknown>>()
  const unknown = createUnknownPaths()
  const lookUp = createLookups(maker.content)
  const rooms = createRooms(ladder)

  async function make(path: PagePath, lost: boolean): Promise<StoredEntry | undefined> {
    if (isPagePath(path)) {
      const { known, nearest } = await rooms.lookups.enter(() => lookUp(path))
      if (!known) {
        unknown.set(path, { nearest })
        return undefined
      }
    }
    return rooms.pages.enter(() => makeKnown(path, lost))
  }

  async function makeKnown(path: PagePath, lost: boolean): Promise<StoredEntry | undefined> {
    const logNotStored = (error: unknown) => warnNotStored(log, path, error)
    // Before the model is read: if the registry is reset in between, the page is not recorded.
    const follower = await withDeadline({
      ms: FOLLOWER_MS,
      work: () => loadFollower(publisher.db),
    }).catch(logNotStored)
    const made = await makeEntry(maker, path)
    if (made.outcome === 'unknown') {
      unknown.set(path, { nearest: made.nearest })
      return undefined
    }
    if (follower && storing.size < MAX_STORING) {
      const { registry } = follower
      const work = withoutDeadline(() => publishEntries(publisher, registry, [made], { lost }))
        .catch(logNotStored)
        .finally(() => {
          storing.delete(path)
          inFlight.delete(path)
        })
      storing.set(path, work)
    }
    return markMade(made.entry)
  }

  async function load(path: PagePath): Promise<StoredEntry | undefined> {
    let lost = true
    try {
      const stored = await pages.read(path)
      if (stored && !isOver(stored)) return stored
    } catch (error) {
      log.warn({ err: error, path }, 'the page store does not answer')
      lost = false
    }

    const sharing = inFlight.get(path)
    if (sharing) return sharing
    if (unknown.has(path)) return undefined
    ladder.refuse('lite')
    const making = withDeadline({ ms: MAKE_MS, work: () => make(path, lost) })
    inFlight.set(path, making)
    // A page that is being stored stays shared until that has ended.
    const end = () => {
      if (!storing.has(path)) inFlight.delete(path)
    }
    making.then(end, end)
    return making
  }

  return {
    load,
    rooms,
    /** The article that is probably meant by a path for which `load` has just found no page. */
    nearestTo: (path: PagePath) => unknown.peek(path, { allowStale: true })?.nearest,
    /** Waits until the pages made so far are stored. */
    async stored(): Promise<void> {
      await Promise.all([...inFlight.values()].map((making) => making.catch(() => {})))
      await Promise.all(storing.values())
    },
  }
}

/** Entries that this process made for those who asked for them. */
const made = new WeakSet<StoredEntry>()
function markMade(entry: StoredEntry): StoredEntry {
  made.add(entry)
  return entry
}
/** Whether an entry was made here, and not read from the store. */
export const isMadeHere = (entry: StoredEntry): boolean => made.has(entry)

/** Looking up and making have a room each, so that no flood takes the thread from other readers. */
function createRooms(ladder: LoadLadder) {
  return {
    lookups: createRoom({
      places: (usualMs) => (usualMs > LOOKUPS.slowMs ? LOOKUPS.whileSlow : LOOKUPS.places),
      maxWaiting: () => 0,
      maxWaitMs: 0,
    }),
    pages: createRoom({
      places: () => PAGES.places,
      maxWaiting: () => (ladder.leavesOut('stored') ? 0 : PAGES.waiting),
      maxWaitMs: PAGES.maxWaitMs,
    }),
  }
}

function warnNotStored(log: EntryLoaderOptions['log'], path: PagePath, error: unknown): void {
  if (isSchemaMissing(error)) log.warn({ path }, 'page served but not stored: run migrate')
  else log.warn({ err: error, path }, 'page served but not stored')
}
