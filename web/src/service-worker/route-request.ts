import { keyOf, pageDataAddress, targetOf } from '../runtime/addresses.ts'

/** What the worker does about a request. */
export type Route =
  /** A document of ours; `key` is missing where it is of this moment only. */
  | { kind: 'page'; key?: string }
  /** The data of a page. */
  | { kind: 'page-data'; key: string }
  /** A file that may be one of the build's. */
  | { kind: 'asset'; key: string }
  /** What lets the browser fetch documents before the click. */
  | { kind: 'speculation-rules' }
  /** A document that is no page, such as a feed that is looked at. */
  | { kind: 'document' }
  /** Nothing: the browser asks by itself. */
  | { kind: 'none' }

/** Those whose names change with their bytes, and pictures in the frame of every page. */
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
  const isKept = path !== undefined && (address.search === '' || !isAnswer(path, address.search))
  return isKept ? { kind: 'page-data', key: pathname } : { kind: 'none' }
}

/** Whether a query makes another page of this one. */
const isAnswer = (path: string, search: string) => keyOf({ path, search, hash: '' }) !== path

/** The page whose data is at an address. */
export function pathOfData(pathname: string): string | undefined {
  const [, name] = PAGE_DATA.exec(pathname) ?? []
  return name === '/index' ? '/' : name
}

/** The two addresses whose answers make a page. */
export const halvesOf = (path: string): [html: string, data: string] => [
  path,
  pageDataAddress({ path, search: '', hash: '' }),
]
