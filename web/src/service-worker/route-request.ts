import { keyOf, pageDataAddress, targetOf } from '../runtime/addresses.ts'

/** How the worker handles a request. */
export type Route =
  /** The document of a page; `key` is missing where it must not be cached. */
  | { kind: 'page'; key?: string }
  /** The data of a page. */
  | { kind: 'page-data'; key: string }
  /** A file that may belong to the build. */
  | { kind: 'asset'; key: string }
  /** The rules by which the browser fetches documents before a click. */
  | { kind: 'speculation-rules' }
  /** A document that is not a page, such as a feed that is opened in the browser. */
  | { kind: 'document' }
  /** Not handled: the browser sends the request itself. */
  | { kind: 'none' }

/** Files whose names change with their content, and the pictures in the header of every page. */
const FILES = /^\/assets\/|^\/[\w-]+\.svg$/
const PAGE_DATA = /^\/page-data(\/.+)\/page-data\.json$/

/** @param origin of the site */
export function routeOf(
  { url, method, mode }: Pick<Request, 'url' | 'method' | 'mode'>,
  origin: string,
): Route {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin) return { kind: 'none' }
  if (mode === 'navigate') {
    const target = targetOf(url, url)
    if (!target) return { kind: 'document' }
    return keyOf(target) === target.path ? { kind: 'page', key: target.path } : { kind: 'page' }
  }
  const { pathname } = address
  if (pathname.endsWith('.speculationrules')) return { kind: 'speculation-rules' }
  if (FILES.test(pathname)) return { kind: 'asset', key: pathname }
  const path = pathOfData(pathname)
  const isCacheable =
    path !== undefined && (address.search === '' || !isOtherPage(path, address.search))
  return isCacheable ? { kind: 'page-data', key: pathname } : { kind: 'none' }
}

/** Whether the query of an address leads to another page than the path alone. */
const isOtherPage = (path: string, search: string) => keyOf({ path, search, hash: '' }) !== path

/** The page whose data is at an address. */
export function pathOfData(pathname: string): string | undefined {
  const [, name] = PAGE_DATA.exec(pathname) ?? []
  return name === '/index' ? '/' : name
}

/** The two addresses whose answers make up a page. */
export const partsOf = (path: string): [html: string, data: string] => [
  path,
  pageDataAddress({ path, search: '', hash: '' }),
]
