import { pageDataPath } from '../../services/render/documents/page-path.ts'
import type { Stream } from './load-order.ts'

/** Kinds of requests for stored pages, which must never be shed and never fail. */
const STORED_KINDS = ['page', 'page data']
export const isStored = ({ kind }: { kind: string }) => STORED_KINDS.includes(kind)

export interface Addresses {
  /** Of stored pages. */
  pages: readonly string[]
  /** What people search for. */
  words: readonly string[]
}

/** How many of a hundred requests of readers are of each kind. */
const SHARES = {
  page: 60,
  'page data': 25,
  search: 8,
  'search page': 4,
  'unknown page': 3,
}

/** Once a second, so many at once. */
const UNKNOWN_AT_ONCE = 256
const SEARCHES_AT_ONCE = 64

/** The most expensive query: the most words allowed, each of them in most titles. */
const LETTERS = [...'aeiorsntlcdupmhg']
/** Each in another order, so that no answer is cached. */
const LETTER_QUERIES = LETTERS.map((_, at) => [...LETTERS.slice(at), ...LETTERS.slice(0, at)])

/** The usual mix of requests of readers. */
export function readerStreams(addresses: Addresses, perSecond: number): Stream[] {
  const paths = readerPaths(addresses)
  return Object.entries(SHARES).map(([kind, share]) => ({
    kind,
    addresses: paths[kind as keyof typeof SHARES],
    perSecond: (perSecond * share) / 100,
    status: kind === 'unknown page' ? 404 : 200,
  }))
}

/** Few requests of each kind, so that their times measure the site and not the load process. */
export function probeStreams(addresses: Addresses): Stream[] {
  const rates = { page: 30, 'page data': 10, search: 5, 'search page': 5, 'unknown page': 5 }
  return readerStreams(addresses, 0).map((stream) => ({
    ...stream,
    perSecond: rates[stream.kind as keyof typeof rates],
  }))
}

/** Floods of useless requests, many at once. */
export function floodStreams(): Stream[] {
  const flood = (kind: string, addresses: string[], burst: number, status: number) => ({
    kind: `flood: ${kind}`,
    addresses,
    status,
    perSecond: burst,
    burst,
  })
  const letters = LETTER_QUERIES.map((words) => words.join('+'))
  return [
    flood('unknown page', ['/articles/*', '/*', '/*/page/2'], UNKNOWN_AT_ONCE, 404),
    flood(
      'search',
      letters.map((q) => `/api/search?limit=50&q=${q}`),
      SEARCHES_AT_ONCE,
      200,
    ),
    flood(
      'search page',
      letters.map((q) => `/search?q=${q}`),
      SEARCHES_AT_ONCE,
      200,
    ),
  ]
}

const readerPaths = ({ pages, words }: Addresses): Record<keyof typeof SHARES, string[]> => ({
  page: [...pages],
  'page data': pages.map(pageDataPath),
  search: words.map((word) => `/api/search?q=${encodeURIComponent(word)}`),
  'search page': words.map((word) => `/search?q=${encodeURIComponent(word)}`),
  'unknown page': ['/articles/*', '/*'],
})
