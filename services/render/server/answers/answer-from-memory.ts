import type { FastPath } from '#shared/http/fast-path.ts'
import type { LoadLadder } from '#shared/http/load-ladder.ts'
import type { DurationSeries, RequestDurations } from '#shared/http/request-durations.ts'
import { requestIdOf } from '#shared/http/request-id.ts'
import type { HeadersAt } from '#shared/http/security-headers.ts'
import { ROUTES } from '../../documents/routes.ts'
import { hasExpired, type StoredEntry } from '../../store/stored-entry.ts'
import { type EncodedFile, encodedFile, type PublicFile } from './bodies/encoded-file.ts'
import { pageHeader } from './bodies/page-header.ts'
import { acceptanceOf, chooseEncoding, hasBody } from './bodies/served-body.ts'
import { whyLite } from './lite-pages.ts'
import type { LongLife } from './long-life.ts'
import type { EntryCache } from './memory/entry-cache.ts'
import type { AddressedBody, CachedEntry } from './memory/page-memory.ts'
import { SEARCH_PATH } from './search-page.ts'

export interface FastPathOptions {
  build: string
  pages: Pick<EntryCache, 'at' | 'ageOf'>
  life: Pick<LongLife, 'isLong' | 'keysAt'>
  /** Files that never change while this process runs, by address. */
  files: ReadonlyMap<string, PublicFile>
  /** Headers that every answer has. */
  headersAt: HeadersAt
  durations: RequestDurations
  /** Announces what is shed under load: from memory, nothing ever is. */
  ladder: Pick<LoadLadder, 'header'>
}

/** What is in memory at an address: a body of an entry, or a file of the build, which is of none. */
type Found = PublicFile & Partial<Pick<AddressedBody, 'cached' | 'address'>>

/**
 * The page of a topic is kept under an address with this parameter alone. With further parameters
 * nothing is found in memory, and the routes answer, which ignore the others. They also answer what
 * may name it in another spelling: with any character of a parameter's name escaped.
 */
const NAMES_TOPIC = /[?&](?:topic=|[^=&]*%)/

/**
 * Answers requests for what is in memory, before Fastify sees them. Nearly every request is for
 * such a page, and routing it and running the hooks takes longer than sending it.
 *
 * It answers only what the routes would answer with 200 or 304, with the same bytes, and leaves
 * everything else to them.
 */
export function answerFromMemory(options: FastPathOptions): FastPath {
  const { build, pages, life, files, headersAt, durations, ladder } = options
  const series = seriesByAnswer(durations)

  return (request, response) => {
    const startedAt = performance.now()
    const { method, url = '' } = request
    if (method !== 'GET' && method !== 'HEAD') return undefined

    const queryAt = url.indexOf('?')
    const address = queryAt === -1 ? url : url.slice(0, queryAt)
    const found: Found | undefined = files.get(address) ?? findPage(address, url)
    if (!found || hasExpired(found.body)) return undefined

    const { headers } = request
    const { route } = found
    if (route === ROUTES.page && whyLite(url, headers['save-data']) !== undefined) return undefined
    const file = readyFile(found, url, headers['accept-encoding'])
    const tag = headers['if-none-match']
    const isKept = tag !== undefined && (tag === file.tag || hasBody(tag, found.body))
    const status = isKept ? 304 : 200
    const { list, idAt, originAt } = isKept ? file.keepingHeaders : file.headers
    const headerList = list.slice()
    headerList[idAt] = requestIdOf(request)
    const { cached } = found
    if (originAt !== undefined && cached) headerList[originAt] = originOf(cached)
    response.writeHead(status, headerList).end(isKept ? undefined : file.bytes)
    series(method, route, status).add((performance.now() - startedAt) / 1_000)
    return route
  }

  /** A file as it is sent to clients that accept the same encodings. It has one address. */
  function readyFile(file: Found, url: string, accepted: string | undefined): EncodedFile {
    const acceptance = acceptanceOf(accepted)
    const { header: load } = ladder
    const kept = keptEntry(file, url)
    const place = kept ? 'readyToKeep' : 'ready'
    file[place] ??= []
    const ready = file[place]
    const known = ready[acceptance]
    // What a cache may do with a page that expires changes as time goes by.
    const isLasting = file.body.expiresAt === undefined
    if (isLasting && known && known.load === load) return known
    const encoding = chooseEncoding(file.body, accepted)
    const keys = kept && life.keysAt(url, kept)
    const isOfEntry = file.cached !== undefined
    const common = headersAt(url)
    const made = encodedFile(file, encoding, { isOfEntry, common, load, keys, known })
    ready[acceptance] = made
    return made
  }

  function originOf({ entry }: CachedEntry): string {
    const { revision } = entry
    return pageHeader({ revision, build, layer: 'memory', ageMs: pages.ageOf(entry) })
  }

  /** The entry of a body that caches may keep until they are purged. */
  function keptEntry({ cached, address, caching }: Found, url: string): StoredEntry | undefined {
    if (!cached || caching !== 'revalidate' || address !== url) return undefined
    return life.isLong(cached.entry) ? cached.entry : undefined
  }

  function findPage(address: string, url: string): AddressedBody | undefined {
    if (url === address) return pages.at(address)
    // Only the search page and a subcategory have other content with a query.
    const found = pages.at(NAMES_TOPIC.test(url) ? url : address)
    return found?.cached.entry.path === SEARCH_PATH ? undefined : found
  }
}

/** The metric series of each kind of answer, found without building a key string per request. */
function seriesByAnswer(durations: RequestDurations) {
  const known = new Map<string, Map<string, DurationSeries>>()
  return (method: string, route: string, status: 200 | 304): DurationSeries => {
    const kind = method === 'GET' ? (status === 200 ? 'GET 200' : 'GET 304') : `HEAD ${status}`
    const ofKind = known.get(kind) ?? new Map<string, DurationSeries>()
    known.set(kind, ofKind)
    const series = ofKind.get(route) ?? durations.series(method, route, status)
    ofKind.set(route, series)
    return series
  }
}
