import { pathAt } from '#shared/addresses/topic-address.ts'
import { ERROR_PATH, NOT_FOUND_PATH } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { trimCharacter } from '#shared/text/trim-character.ts'

const MAX_LENGTH = 300
/** One segment of a page's address; no slug or file name is longer. */
const SEGMENT = /^[A-Za-z0-9-]{1,120}$/

/**
 * The path of the page at an address: without a slash at its end, in lower case.
 *
 * @param pathname as requested, still percent-encoded; without a query
 * @returns `undefined` for an address that no page can have, such as one with `//`, `..`, an
 *   encoded slash or a broken escape; content need not be asked about it
 */
export function canonicalPath(pathname: string): PagePath | undefined {
  if (pathname.length > MAX_LENGTH || !pathname.startsWith('/')) return undefined
  const path = pathname.replace(/\/$/, '')
  if (path === '') return '/'
  const segments = path.slice(1).split('/')
  return segments.every((segment) => SEGMENT.test(segment)) ? path.toLowerCase() : undefined
}

/**
 * The same for an address with its query, of which only the topic matters.
 *
 * @param query with its question mark, or empty
 */
export function pathOfAddress(pathname: string, query: string): PagePath | undefined {
  const path = canonicalPath(pathname)
  return path === undefined ? undefined : canonicalPath(pathAt(path, query))
}

/** Names in `/page-data/{name}/page-data.json` that mean another path than their own. */
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

/** The address of a page's data. */
export const pageDataPath = (path: PagePath) =>
  `${DATA_PREFIX}${path === '/' ? '/index' : path}${DATA_SUFFIX}`

const BODILESS_SUFFIX = '/page-data-rsc.json'

/** The address of a page's data without the HTML of its body. */
export const bodilessDataPath = (path: PagePath) =>
  pageDataPath(path).slice(0, -DATA_SUFFIX.length) + BODILESS_SUFFIX

/** Whether an address is one of data without body HTML; `pathAtDataAddress` gives the page. */
export const isBodiless = (pathname: string) => pathname.endsWith(BODILESS_SUFFIX)

/**
 * The page whose data is at an address, with or without the HTML of its body.
 *
 * @param pathname as requested, still percent-encoded; without a query
 */
export function pathAtDataAddress(pathname: string): PagePath | undefined {
  const suffix = isBodiless(pathname) ? BODILESS_SUFFIX : DATA_SUFFIX
  if (!pathname.startsWith(`${DATA_PREFIX}/`) || !pathname.endsWith(suffix)) return undefined
  return pathOfPageData(pathname.slice(DATA_PREFIX.length, -suffix.length))
}
