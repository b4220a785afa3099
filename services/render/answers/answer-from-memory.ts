import type { FastPath } from '#shared/http/fast-path.ts'
import type { LoadLadder } from '#shared/http/load-ladder.ts'
import { LOAD_HEADER } from '#shared/http/problem-handler.ts'
import type { DurationSeries, RequestDurations } from '#shared/http/request-durations.ts'
import { REQUEST_ID_HEADER, requestIdOf } from '#shared/http/request-id.ts'
import type { Headers, HeadersAt } from '#shared/http/security-headers.ts'
import { createFileEncodings } from './bodies/encoded-file.ts'
import { chooseEncoding, hasBody, type PublicFile } from './bodies/served-body.ts'
import type { KeptPages } from './memory/keep-pages.ts'
import { SEARCH_PATH } from './search-page.ts'

export interface FastPathOptions {
  pages: Pick<KeptPages, 'at'>
  /** Files that never change while this process runs, by address. */
  files: ReadonlyMap<string, PublicFile>
  /** Headers that every answer has. */
  headersAt: HeadersAt
  durations: RequestDurations
  /** Announces what is shed under load: from memory, nothing ever is. */
  ladder: Pick<LoadLadder, 'header'>
}

/**
 * The page of a topic is kept under an address with this parameter alone. With further parameters
 * nothing is found in memory, and the routes answer, which ignore the others.
 */
const NAMES_TOPIC = /[?&]topic=/

/**
 * Answers requests for what is in memory, before Fastify sees them. Nearly every request is for
 * such a page, and routing it and running the hooks takes longer than sending it.
 *
 * It answers only what the routes would answer with 200 or 304, with the same bytes, and leaves
 * everything else to them.
 */
export function answerFromMemory(options: FastPathOptions): FastPath {
  const { pages, files, headersAt, durations, ladder } = options
  const series = seriesByAnswer(durations)
  const encodedFile = createFileEncodings()
  const flat = new Map<Headers, readonly string[]>()

  /** As name, value, name, value. Cached: there are few such records, and none ever changes. */
  function commonHeaders(address: string): readonly string[] {
    const headers = headersAt(address)
    const known = flat.get(headers) ?? Object.entries(headers).flat()
    flat.set(headers, known)
    return known
  }

  return (request, response) => {
    const startedAt = performance.now()
    const { method, url = '' } = request
    if (method !== 'GET' && method !== 'HEAD') return undefined

    const queryAt = url.indexOf('?')
    const address = queryAt === -1 ? url : url.slice(0, queryAt)
    const found = files.get(address) ?? findPage(address, url)
    if (!found) return undefined

    const { headers } = request
    const { body, route } = found
    const ready = encodedFile(found, chooseEncoding(body, headers['accept-encoding']))
    const tag = headers['if-none-match']
    const status = tag === ready.tag || hasBody(tag, body) ? 304 : 200
    const said = [...(status === 304 ? ready.keepingHeaders : ready.headers)]
    said.push(REQUEST_ID_HEADER, requestIdOf(request), ...commonHeaders(address))
    const { header: load } = ladder
    if (load !== undefined) said.push(LOAD_HEADER, load)
    if (status === 304) {
      response.writeHead(304, said).end()
    } else {
      said.push('content-length', ready.length)
      response.writeHead(200, said).end(ready.bytes)
    }
    series(method, route, status).add((performance.now() - startedAt) / 1_000)
    return route
  }

  function findPage(address: string, url: string): PublicFile | undefined {
    // Only the search page and a subcategory have other content with a query.
    const found = pages.at(url !== address && NAMES_TOPIC.test(url) ? url : address)
    return found?.kept.entry.path === SEARCH_PATH && url !== address ? undefined : found
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
