import type { FastifyBaseLogger } from 'fastify'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import { type EntryMaker, makeEntry } from '../rebuild/make-entry.ts'
import { loadFollower } from '../rebuild/page-registry.ts'
import { type Publisher, publishEntry } from '../rebuild/publish-entry.ts'
import type { StoredEntry } from '../store/stored-entry.ts'
import { createUnknownPaths } from './unknown-paths.ts'

/** Pages made at the same time; readers of more are asked to come again. */
const MAX_UNDER_WAY = 200

/** @returns the entry of a path, or `undefined` when there is no such page */
export type EntryLoader = (path: PagePath) => Promise<StoredEntry | undefined>

/**
 * Answers from the store; makes what is missing, once however many ask at the same time.
 *
 * A page that cannot be put on record, because the database is down, is served but not stored:
 * no change could reach it.
 */
export function createEntryLoader(
  publisher: Publisher,
  maker: EntryMaker,
  log: Pick<FastifyBaseLogger, 'warn'>,
): EntryLoader {
  const underWay = new Map<PagePath, Promise<StoredEntry | undefined>>()
  const unknown = createUnknownPaths()

  async function make(path: PagePath) {
    const notStored = (error: unknown) =>
      log.warn({ err: error, path }, 'page served but not stored')
    const follower = await loadFollower(publisher.db).catch(notStored)
    const made = await makeEntry(maker, path)
    if (!made.known) {
      unknown.add(path)
      return undefined
    }
    if (follower) {
      await publishEntry(publisher, follower.registry, made.entry, made.tags).catch(notStored)
    }
    return made.entry
  }

  return async (path) => {
    const stored = await publisher.store.read(path)
    if (stored) return stored

    const sharing = underWay.get(path)
    if (sharing) return sharing
    if (unknown.has(path)) return undefined
    if (underWay.size >= MAX_UNDER_WAY) {
      throw new SiteError('unavailable', 'Too many pages are being made at once')
    }
    const making = make(path).finally(() => underWay.delete(path))
    underWay.set(path, making)
    return making
  }
}
