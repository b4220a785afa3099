import type { FastifyBaseLogger } from 'fastify'
import type { Link } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { isSchemaMissing } from '#shared/database/database-outage.ts'
import { SiteError } from '#shared/errors.ts'
import type { KeptPages } from '../memory/keep-pages.ts'
import { type EntryMaker, makeEntry } from '../rebuild/make-entry.ts'
import { type Follower, loadFollower } from '../rebuild/page-registry.ts'
import { type EntryWithReads, type Publisher, publishEntries } from '../rebuild/publish-entries.ts'
import type { StoredEntry } from '../store/stored-entry.ts'
import { createUnknownPaths } from './unknown-paths.ts'

/** Pages made at the same time; readers of more are asked to come again. */
const MAX_UNDER_WAY = 200
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
}

export interface LoaderOptions {
  pages: Pick<KeptPages, 'read'>
  publisher: Publisher
  maker: EntryMaker
  log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Answers from memory and store; makes what is missing, once however many ask at the same time.
 *
 * A new page is answered as soon as it is made, and put on record and into the store after that;
 * until it is there, others share it. One that cannot be put on record, because the database is
 * down, is served but not stored: no change could reach it.
 */
export function createEntryLoader({ pages, publisher, maker, log }: LoaderOptions): EntryLoading {
  const underWay = new Map<PagePath, Promise<StoredEntry | undefined>>()
  const storing = new Map<PagePath, Promise<void>>()
  const unknown = createUnknownPaths()

  /** Stays under way until it is stored, or cannot be. */
  async function make(path: PagePath, lost: boolean): Promise<StoredEntry | undefined> {
    const notStored = (error: unknown) => {
      if (isSchemaMissing(error)) log.warn({ path }, 'page served but not stored: run migrate')
      else log.warn({ err: error, path }, 'page served but not stored')
    }
    try {
      // Before the page's model is read, so that the record says the truth about its age.
      const follower = await loadFollower(publisher.db).catch(notStored)
      const made = await makeEntry(maker, path)
      if (made.outcome === 'unknown') {
        unknown.add(path, made.nearest)
        return undefined
      }
      if (follower && storing.size < MAX_STORING) {
        const work = store(follower, made, lost)
          .catch(notStored)
          .finally(() => {
            storing.delete(path)
            underWay.delete(path)
          })
        storing.set(path, work)
      }
      return made.entry
    } finally {
      if (!storing.has(path)) underWay.delete(path)
    }
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
    if (underWay.size - storing.size >= MAX_UNDER_WAY) {
      throw new SiteError('unavailable', 'Too many pages are being made at once')
    }
    const making = make(path, lost)
    underWay.set(path, making)
    return making
  }

  return {
    load,
    nearestTo: unknown.nearestTo,
    async stored() {
      await Promise.all([...underWay.values()].map((making) => making.catch(() => {})))
      await Promise.all(storing.values())
    },
  }
}
