import type { FastifyReply } from 'fastify'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { StoredEntry } from '../../store/stored-entry.ts'
import { PAGE_HEADER, type PageOrigin, pageHeader } from './bodies/page-header.ts'
import { type EntryLoader, isMadeHere } from './load-entry.ts'
import type { EntryCache } from './memory/entry-cache.ts'

export interface AnswerLoader {
  /** Loads the entry of an answer, which gets a header that says where it was found. */
  load(reply: FastifyReply, path: PagePath): Promise<StoredEntry | undefined>
  /** The same header for an answer that is of no entry: rendered for one request, or an error. */
  mark(reply: FastifyReply, layer: 'made' | 'error'): void
}

export function createAnswerLoader(
  loadEntry: EntryLoader,
  pages: Pick<EntryCache, 'ageOf'>,
  build: string,
): AnswerLoader {
  function originOf(entry: StoredEntry, startedAt: number): PageOrigin {
    const { revision } = entry
    if (isMadeHere(entry)) return { revision, build, layer: 'made', ageMs: 0 }
    const ageMs = pages.ageOf(entry)
    // What memory has been given since the request came in was read for it.
    const isRead = ageMs === undefined || ageMs <= performance.now() - startedAt
    return isRead
      ? { revision, build, layer: 'store', ageMs: 0 }
      : { revision, build, layer: 'memory', ageMs }
  }

  return {
    async load(reply, path) {
      const startedAt = performance.now()
      const entry = await loadEntry(path)
      if (entry) {
        reply.header(PAGE_HEADER, pageHeader(originOf(entry, startedAt)))
      }
      return entry
    },
    mark(reply, layer) {
      reply.header(PAGE_HEADER, pageHeader({ build, layer }))
    },
  }
}
