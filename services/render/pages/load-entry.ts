import type { FastifyBaseLogger } from 'fastify'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { type EntryMaker, makeEntry } from '../rebuild/make-entry.ts'
import { type Publisher, publishEntry } from '../rebuild/publish-entry.ts'
import type { StoredEntry } from '../store/stored-entry.ts'

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

  async function make(path: PagePath) {
    const made = await makeEntry(maker, path)
    if (!made.known) return undefined
    await publishEntry(publisher, made.entry, made.tags).catch((error: unknown) => {
      log.warn({ err: error, path }, 'page served but not stored')
    })
    return made.entry
  }

  return async (path) => {
    const stored = await publisher.store.read(path)
    if (stored) return stored

    const sharing = underWay.get(path)
    if (sharing) return sharing
    const making = make(path).finally(() => underWay.delete(path))
    underWay.set(path, making)
    return making
  }
}
