import { isIP } from 'node:net'
import { type Static, Type } from 'typebox'
import { PICTURE_FOLDER } from '../addresses/picture-address.ts'
import { EnvironmentError } from '../config.ts'
import { isPublicAddress } from '../network/public-address.ts'
import { exampleHostsIn } from '../text/example-hosts.ts'
import {
  type Headers,
  type HeadersAt,
  type HstsScope,
  PICTURES_FOR_OTHERS,
  RESOURCE_POLICY,
  securityHeaders,
} from './security-headers.ts'

/**
 * Whether search engines may list the site. Off by default, so that a test site is never found
 * instead of the real one.
 */
export const IndexingSwitch = Type.Enum(['on', 'off'], { default: 'off' })
export type IndexingSwitch = Static<typeof IndexingSwitch>

/** @throws {EnvironmentError} when search engines may list the site, but could not reach it */
export function requireListable<T extends { INDEXING: IndexingSwitch; SITE_URL?: string }>(
  config: T,
): T {
  if (config.INDEXING === 'on' && !isOnTheInternet(config.SITE_URL)) {
    throw new EnvironmentError([
      'SITE_URL: nobody on the internet reaches this address, but INDEXING is on: write the public address of the site, or set INDEXING to off',
    ])
  }
  return config
}

function isOnTheInternet(siteUrl: string | undefined): boolean {
  if (siteUrl === undefined || !URL.canParse(siteUrl)) return false
  const host = new URL(siteUrl).hostname.replace(/^\[|\]$|\.$/g, '')
  if (isIP(host)) return isPublicAddress(host)
  return host.includes('.') && !host.endsWith('.localhost') && exampleHostsIn(host).length === 0
}

/** Sent with every answer, so that it also covers pictures, feeds and data. */
const NOT_LISTED: Headers = { 'x-robots-tag': 'noindex' }

/** Markdown versions of pages: only the page is to be listed. */
const MARKDOWN = /^\/(?:(?:articles|terms)\/[^?]*|facts|tools|corrections)\.md(?:\?|$)/

const FOR_OTHERS = [PICTURES_FOR_OTHERS, PICTURE_FOLDER]

/**
 * Headers added to every public answer, by its address. Only pictures of pages and of texts may be
 * embedded by other sites: feeds name the latter. Returns the same objects each time.
 */
export function publicHeadersAt(
  siteUrl: string,
  indexing: IndexingSwitch,
  hsts?: HstsScope,
): HeadersAt {
  const own = securityHeaders(siteUrl, hsts)
  const embeddable = { ...own, [RESOURCE_POLICY]: 'cross-origin' }
  const listed = { own, embeddable }
  const unlisted = { own: { ...own, ...NOT_LISTED }, embeddable: { ...embeddable, ...NOT_LISTED } }
  return (address) => {
    const headers = indexing === 'on' && !MARKDOWN.test(address) ? listed : unlisted
    return FOR_OTHERS.some((folder) => address.startsWith(folder))
      ? headers.embeddable
      : headers.own
  }
}
