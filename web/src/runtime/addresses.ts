import { pathAt } from '#shared/addresses/topic-address.ts'

/** The address of a page of this site, as a link or the address bar has it. */
export interface PageTarget {
  /** Percent-encoded as it was written, with a leading slash and no trailing one. */
  path: string
  /** With its question mark, or empty. */
  search: string
  /** With its hash sign, or empty. */
  hash: string
}

/**
 * The only page that depends on its whole query. Of other pages the query can only name a topic.
 */
const SEARCH_PATH = '/search'
/** The server alone answers addresses below these, and addresses of files. */
const NOT_PAGES = /^\/(?:api|assets|og|page-data|slice-data|__third-party-proxy)(?:\/|$)/
const FILE = /\.[A-Za-z0-9]+$/

/**
 * @param href as written in a link, or a whole address
 * @param base the address of the page it stands on
 * @returns `undefined` for addresses that the browser handles: another origin, a file, an address
 *   with an empty segment or a broken escape
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
    // The result is compared because the bundler drops a call whose result is not used.
    return decodeURIComponent(path) === ''
  } catch {
    return true
  }
}

/** The address at which the browser loads the document of a target. */
export const hrefOf = ({ path, search, hash }: PageTarget) => path + search + hash

/** Two targets with the same key show the same content. */
export const keyOf = ({ path, search }: PageTarget) =>
  path === SEARCH_PATH ? path + search : pathAt(path, search)

export const APP_DATA = '/page-data/app-data.json'
export const NOT_FOUND_DATA = '/page-data/404.html/page-data.json'
export const SERVER_ERROR_DATA = '/page-data/500.html/page-data.json'

/** The address of a page's data. Escapes stay as written, so that none names another page. */
export function pageDataAddress(target: PageTarget): string {
  const { path, search } = target
  const query = path === SEARCH_PATH ? search : ''
  const name = path === '/' ? '/index' : pathAt(path, search)
  return `/page-data${name}/page-data.json${query}`
}

export const staticQueryAddress = (hash: string) => `/page-data/sq/d/${hash}.json`
export const sliceAddress = (name: string) => `/slice-data/${name}.json`
