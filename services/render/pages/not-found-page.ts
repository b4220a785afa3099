import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Link, NotFoundPage } from '#shared/contracts/page.ts'
import type { StoredBody } from '../store/stored-entry.ts'

const StoredNotFoundPage = Type.Object({ result: Type.Object({ data: NotFoundPage }) })

/**
 * The page of an unknown address, with the article that its reader probably means.
 *
 * @param stored the page-data of the page that stands in for all of them
 */
export function showNearest(stored: StoredBody, nearest: Link): NotFoundPage {
  const parsed = Value.Parse(StoredNotFoundPage, JSON.parse(stored.bytes.identity.toString()))
  return { ...parsed.result.data, nearest }
}
