import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Link, NotFoundPage } from '#shared/contracts/page.ts'
import { type EntryMaker, renderHtml } from '../documents/make-entry.ts'
import type { StoredBody } from '../store/stored-entry.ts'
import type { ShellSource } from './shell-source.ts'

const StoredNotFoundPage = Type.Object({ result: Type.Object({ data: NotFoundPage }) })

/** A bound on memory; while a page is kept, repeated requests for it render nothing. */
const MAX_KEPT = 100

/**
 * The not-found page with a link to the article that the reader probably means, rendered once for
 * all readers who are led to the same article.
 *
 * @param stored the page data of the not-found page without such a link
 */
export type NearestPages = (stored: StoredBody, nearest: Link) => Promise<StoredBody>

export function createNearestPages(
  maker: Pick<EntryMaker, 'bundle' | 'siteUrl' | 'encode'>,
  shells: Pick<ShellSource, 'load'>,
): NearestPages {
  const kept = new Map<string, Promise<StoredBody>>()

  async function make(stored: StoredBody, nearest: Link): Promise<StoredBody> {
    const parsed = Value.Parse(StoredNotFoundPage, JSON.parse(stored.bytes.identity.toString()))
    const page: NotFoundPage = { ...parsed.result.data, nearest }
    return renderHtml(maker, page, await shells.load(), maker.encode)
  }

  return (stored, nearest) => {
    const key = JSON.stringify([stored.etag, nearest.path, nearest.title])
    const known = kept.get(key)
    if (known) return known
    const making = make(stored, nearest)
    kept.set(key, making)
    making.catch(() => kept.delete(key))
    const [oldest] = kept.keys()
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    return making
  }
}
