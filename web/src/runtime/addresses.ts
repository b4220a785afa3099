import { pathAt } from '#shared/text/topic-address.ts'

/** A page of ours, as a link or the address bar names it. */
export interface PageTarget {
  /** Percent-encoded as it came; leading slash, none at the end. */
  path: string
  /** With its question mark, or empty. */
  search: string
  /** With its hash sign, or empty. */
  hash: string
}

/** The page whose content depends on all of its query; of others, a topic may be asked for. */
const SEARCH_PATH = '/search'
/** Addresses below these, and addresses of files, are answered by the server alone. */
const NOT_PAGES = /^\/(?:api|assets|og|page-data|slice-data|__third-party-proxy)(?:\/|$)/
const FILE = /\.[A-Za-z0-9]+$/

/**
 * @param href as written in a link, or a whole address
 * @param base the address of the page it stands on
 * @returns `undefined` for addresses that are left to the browser: another origin, a file, an
 *   address with an empty segment or a broken escape
 */
export function targetOf(href: string, base: string): PageTarget | undefined {
  const origin = new URL(base).origin
  const url = parseUrl(href, base)
  if (!url || url.origin !== origin) return undefined
  const path = url.pathname.replace(/\/index\.html$/, '/').replace(/(.)\/$/, '$1')
  if (path.includes('//') || NOT_PAGES.test(path) || FILE.test(path)) return undefined
  return hasBrokenEscape(path) ? undefined : { path, search: url.search, hash: url.hash }
}

function parseUrl(href: string, base: string): URL | undefined {
  try {
    return new URL(href, base)
  } catch {
    return undefined
  }
}

function hasBrokenEscape(path: string): boolean {
  try {
    // Its result is used because the build drops a call of it whose result is not.
    return decodeURIComponent(path) === ''
  } catch {
    return true
  }
}

/** Where the browser goes when we leave a target to it. */
export const hrefOf = ({ path, search, hash }: PageTarget) => path + search + hash

/** Two targets with the same key show the same content. */
export const keyOf = ({ path, search }: PageTarget) =>
  path === SEARCH_PATH ? path + search : pathAt(path, search)

export const APP_DATA = '/page-data/app-data.json'
export const NOT_FOUND_DATA = '/page-data/404.html/page-data.json'
export const SERVER_ERROR_DATA = '/page-data/500.html/page-data.json'

/** Where the data of a page is: escapes stay as they are, so none turns into another page. */
export function pageDataAddress(target: PageTarget): string {
  const { path, search } = target
  const query = path === SEARCH_PATH ? search : ''
  const name = path === '/' ? '/index' : pathAt(path, search)
  return `/page-data${name}/page-data.json${query}`
}

export const staticQueryAddress = (hash: string) => `/page-data/sq/d/${hash}.json`
export const sliceAddress = (name: string) => `/slice-data/${name}.json`
