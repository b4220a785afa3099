import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Link, NotFoundPage } from '#shared/contracts/page.ts'
import { type EntryMaker, renderHtml } from '../rebuild/make-entry.ts'
import type { StoredBody } from '../store/stored-entry.ts'
import type { ShellSource } from './shell-source.ts'

const StoredNotFoundPage = Type.Object({ result: Type.Object({ data: NotFoundPage }) })

/** Pages kept: nobody can have more made again and again by asking for the same few. */
const MAX_KEPT = 100

/**
 * The page of an unknown address with the article that its reader probably means, made once for
 * everybody who means the same.
 *
 * @param stored the page-data of the page that stands in for all unknown addresses
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
