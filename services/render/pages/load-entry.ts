import type { FastifyBaseLogger } from 'fastify'
import type { ContentClient } from '#shared/clients/content-client.ts'
import type { Link } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { isSchemaMissing } from '#shared/database/database-outage.ts'
import { inTime, withoutDeadline } from '#shared/deadline.ts'
import { CALM, type LoadLadder } from '#shared/http/load-ladder.ts'
import { createRoom, type Room } from '#shared/room.ts'
import type { KeptPages } from '../memory/keep-pages.ts'
import { type EntryMaker, isPagePath, makeEntry } from '../rebuild/make-entry.ts'
import { type Follower, loadFollower } from '../rebuild/page-registry.ts'
import { type EntryWithReads, type Publisher, publishEntries } from '../rebuild/publish-entries.ts'
import type { StoredEntry } from '../store/stored-entry.ts'
import { createLookups } from './look-up-together.ts'
import { createUnknownPaths } from './unknown-paths.ts'

/** Pages made at the same time. They share one thread: more would only make each of them later. */
const PAGES = { places: 8, waiting: 100, maxWaitMs: 1_000 }
/** Addresses that content is asked about at the same time, many of them with one question. */
const LOOKUPS = { places: 96, waiting: 0, maxWaitMs: 0 }
/** For who makes a page that no reader waits for; the deadlines of readers are shorter. */
const MAKE_MS = 10_000
/** What is left of a reader's patience is for content: without its record, a page is only not stored. */
const FOLLOWER_MS = 1_000
/** Pages that are being stored at the same time; more are served without being stored. */
const MAX_STORING = 200

/** @returns the entry of a path, or `undefined` when there is no such page */
export type EntryLoader = (path: PagePath) => Promise<StoredEntry | undefined>

export interface EntryLoading {
  load: EntryLoader
  /** Of a path that `load` has just found no page at: the article that is probably meant. */
  nearestTo(path: PagePath): Link | undefined
  /** Waits for the pages made so far that are being stored. */
  stored(): Promise<void>
  readonly rooms: { lookups: Room; pages: Room }
}

export interface LoaderOptions {
  pages: Pick<KeptPages, 'read'>
  publisher: Publisher
  maker: EntryMaker & { content: Pick<ContentClient, 'lookUp'> }
  log: Pick<FastifyBaseLogger, 'warn'>
  /** What is left out under load; nothing unless given. */
  ladder?: LoadLadder
}

/**
 * Answers from memory and store; makes what is missing, once however many ask at the same time.
 *
 * A new page is answered as soon as it is made, and put on record and into the store after that;
 * until it is there, others share it. One that cannot be put on record, because the database is
 * down, is served but not stored: no change could reach it.
 *
 * Addresses that nobody has are told apart before anything is read for them. Both that and the making
 * have a room of their own, so that no flood takes the thread from those who read stored pages.
 */
export function createEntryLoader(options: LoaderOptions): EntryLoading {
  const { pages, publisher, maker, log, ladder = CALM } = options
  const underWay = new Map<PagePath, Promise<StoredEntry | undefined>>()
  const storing = new Map<PagePath, Promise<void>>()
  const unknown = createUnknownPaths()
  const roomFor = ({ places, waiting, maxWaitMs }: typeof PAGES) =>
    createRoom({
      places: () => places,
      maxWaiting: () => (ladder.leavesOut('stored') ? 0 : waiting),
      maxWaitMs,
    })
  const lookUp = createLookups(maker.content)
  const lookups = roomFor(LOOKUPS)
  const makings = roomFor(PAGES)

  async function make(path: PagePath, lost: boolean): Promise<StoredEntry | undefined> {
    if (isPagePath(path)) {
      const { known, nearest } = await lookups.enter(() => lookUp(path))
      if (!known) {
        unknown.add(path, nearest)
        return undefined
      }
    }
    return makings.enter(() => makeKnown(path, lost))
  }

  async function makeKnown(path: PagePath, lost: boolean): Promise<StoredEntry | undefined> {
    const notStored = (error: unknown) => {
      if (isSchemaMissing(error)) log.warn({ path }, 'page served but not stored: run migrate')
      else log.warn({ err: error, path }, 'page served but not stored')
    }
    // Before the page's model is read, so that the record says the truth about its age.
    const asked = inTime({ ms: FOLLOWER_MS, work: () => loadFollower(publisher.db) })
    const follower = await asked.catch(notStored)
    const made = await makeEntry(maker, path)
    if (made.outcome === 'unknown') {
      unknown.add(path, made.nearest)
      return undefined
    }
    if (follower && storing.size < MAX_STORING) {
      const work = withoutDeadline(() => store(follower, made, lost))
        .catch(notStored)
        .finally(() => {
          storing.delete(path)
          underWay.delete(path)
        })
      storing.set(path, work)
    }
    return made.entry
  }

  const store = async ({ registry }: Follower, made: EntryWithReads, lost: boolean) => {
    await publishEntries(publisher, registry, [made], { lost })
  }

  async function load(path: PagePath): Promise<StoredEntry | undefined> {
    let lost = true
    try {
      const stored = await pages.read(path)
      if (stored) return stored
    } catch (error) {
      log.warn({ err: error, path }, 'the page store does not answer')
      lost = false
    }

    const sharing = underWay.get(path)
    if (sharing) return sharing
    if (unknown.has(path)) return undefined
    ladder.refuse('lite')
    const making = inTime({ ms: MAKE_MS, work: () => make(path, lost) })
    underWay.set(path, making)
    // It stays under way until it is stored, or cannot be.
    const end = () => {
      if (!storing.has(path)) underWay.delete(path)
    }
    making.then(end, end)
    return making
  }

  return {
    load,
    rooms: { lookups, pages: makings },
    nearestTo: unknown.nearestTo,
    async stored() {
      await Promise.all([...underWay.values()].map((making) => making.catch(() => {})))
      await Promise.all(storing.values())
    },
  }
}
