import { ERROR_PATH, NOT_FOUND_PATH } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { pathAt } from '#shared/text/topic-address.ts'
import { trimCharacter } from '#shared/text/trim-character.ts'

const MAX_LENGTH = 300
/** What the addresses of our pages are made of; no slug is longer, and no file name may be. */
const SEGMENT = /^[A-Za-z0-9-]{1,120}$/

/**
 * The page that an address means: without the slashes at its end, in lower case.
 *
 * @param pathname as it came, still percent-encoded; without a query
 * @returns `undefined` for an address that no page of ours can have, such as one with `//`, `..`,
 *   an encoded slash or a broken escape: nobody needs to be asked about it
 */
export function canonicalPath(pathname: string): PagePath | undefined {
  if (pathname.length > MAX_LENGTH || !pathname.startsWith('/')) return undefined
  const path = pathname.replace(/\/$/, '')
  if (path === '') return '/'
  const segments = path.slice(1).split('/')
  return segments.every((segment) => SEGMENT.test(segment)) ? path.toLowerCase() : undefined
}

/**
 * The same of an address with its query, which names a topic and nothing else that is a page.
 *
 * @param query with its question mark, or empty
 */
export function pathOfAddress(pathname: string, query: string): PagePath | undefined {
  const path = canonicalPath(pathname)
  return path === undefined ? undefined : canonicalPath(pathAt(path, query))
}

/** Names in `/page-data/{name}/page-data.json` that stand for another path than their own. */
const DATA_NAMES: ReadonlyMap<string, PagePath> = new Map([
  ['', '/'],
  ['index', '/'],
  ['404', NOT_FOUND_PATH],
  ['404.html', NOT_FOUND_PATH],
  ['500', ERROR_PATH],
  ['500.html', ERROR_PATH],
])

/** @param name the part between `/page-data/` and `/page-data.json`, with any slashes around it */
export function pathOfPageData(name: string): PagePath | undefined {
  if (name.length > MAX_LENGTH) return undefined
  const bare = trimCharacter(name, '/')
  return DATA_NAMES.get(bare) ?? canonicalPath(`/${bare}`)
}

const DATA_PREFIX = '/page-data'
const DATA_SUFFIX = '/page-data.json'

/** Where a page's data is. */
export const pageDataPath = (path: PagePath) =>
  `${DATA_PREFIX}${path === '/' ? '/index' : path}${DATA_SUFFIX}`

const BODILESS_SUFFIX = '/page-data-rsc.json'

/** Where the same is without the HTML of the body. */
export const bodilessDataPath = (path: PagePath) =>
  pageDataPath(path).slice(0, -DATA_SUFFIX.length) + BODILESS_SUFFIX

/** Whether an address is such a one; of which page, `pathAtDataAddress` says. */
export const isBodiless = (pathname: string) => pathname.endsWith(BODILESS_SUFFIX)

/**
 * The page whose data is at an address, with or without the HTML of its body.
 *
 * @param pathname as it came, still percent-encoded; without a query
 */
export function pathAtDataAddress(pathname: string): PagePath | undefined {
  const suffix = isBodiless(pathname) ? BODILESS_SUFFIX : DATA_SUFFIX
  if (!pathname.startsWith(`${DATA_PREFIX}/`) || !pathname.endsWith(suffix)) return undefined
  return pathOfPageData(pathname.slice(DATA_PREFIX.length, -suffix.length))
}
