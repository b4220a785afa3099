import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Link, NotFoundPage } from '#shared/contracts/page.ts'
import { type Renderer, renderHtml } from '../../documents/make-entry.ts'
import type { StoredBody } from '../../store/stored-entry.ts'
import type { ShellLoader } from './load-shell.ts'

const StoredNotFoundPage = Type.Object({ result: Type.Object({ data: NotFoundPage }) })

/** A bound on memory; while a page is kept, repeated requests for it render nothing. */
const MAX_KEPT = 100

interface Asked {
  /** The page data of the not-found page without a link to an article. */
  stored: StoredBody
  nearest: Link
}

/**
 * The not-found page with a link to the article that the reader probably means, rendered once for
 * all readers who are led to the same article.
 */
export function createNearestPages(
  renderer: Renderer,
  loadShell: ShellLoader,
): (stored: StoredBody, nearest: Link) => Promise<StoredBody> {
  const rendered = new LRUCache<string, StoredBody, Asked>({
    max: MAX_KEPT,
    async fetchMethod(_key, _former, { context: { stored, nearest } }) {
      const parsed = Value.Parse(StoredNotFoundPage, JSON.parse(stored.bytes.identity.toString()))
      const page: NotFoundPage = { ...parsed.result.data, nearest }
      return renderHtml(renderer, page, await loadShell())
    },
    ignoreFetchAbort: true,
  })
  return (stored, nearest) => {
    const key = JSON.stringify([stored.etag, nearest.path, nearest.title])
    return rendered.forceFetch(key, { context: { stored, nearest } })
  }
}
