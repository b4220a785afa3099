import { type Static, Type } from 'typebox'
import {
  type Headers,
  type HeadersAt,
  securityHeaders,
  securityHeadersAt,
} from './security-headers.ts'

/**
 * Whether search engines may list the site. Off unless somebody says that this is the site itself:
 * one that is there to try things must not be found in its place.
 */
export const IndexingSwitch = Type.Enum(['on', 'off'], { default: 'off' })
export type IndexingSwitch = Static<typeof IndexingSwitch>

/** Said of every answer, so that it is true of pictures, feeds and data as well. */
const NOT_LISTED: Headers = { 'x-robots-tag': 'noindex' }

/** Twins of articles in Markdown: the page is what is to be listed. */
const TWIN = /^\/articles\/[^?]*\.md(?:\?|$)/

/** What every public answer says beside its own headers. */
export const publicHeaders = (siteUrl: string, indexing: IndexingSwitch): Headers => ({
  ...securityHeaders(siteUrl),
  ...(indexing === 'off' && NOT_LISTED),
})

/** The same by address. Each of its records lasts. */
export function publicHeadersAt(siteUrl: string, indexing: IndexingSwitch): HeadersAt {
  const secure = securityHeadersAt(siteUrl)
  const known = new Map<Headers, Headers>()
  return (address) => {
    const headers = secure(address)
    if (indexing === 'on' && !TWIN.test(address)) return headers
    const all = known.get(headers) ?? { ...headers, ...NOT_LISTED }
    known.set(headers, all)
    return all
  }
}
