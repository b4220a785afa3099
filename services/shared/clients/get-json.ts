import type { Static, TSchema } from 'typebox'
import { hasShape, reasonsAgainst } from '../check-shape.ts'
import { deadlineUnderWay } from '../deadline.ts'
import { SiteError } from '../errors.ts'
import { TIME_LEFT_HEADER } from '../http/enforce-deadlines.ts'
import { inSpan } from '../tracing/span.ts'

export interface GetOptions {
  /** Milliseconds for the whole answer, body included; less where a deadline leaves less. */
  timeoutMs?: number
  signal?: AbortSignal | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

const TIMEOUT_MS = 3_000

/**
 * A function that GETs one kind of document from another of our services and validates its shape.
 *
 * @throws {SiteError} `not-found` on 404; `invalid-input` on 400; `unavailable` on a timeout (3 s
 *   unless told otherwise), a refused connection, any other status, or a body that breaks the
 *   contract. A caller's own abort is thrown as it is.
 */
export function jsonGetter<T extends TSchema>(
  schema: T,
): (url: URL, options?: GetOptions) => Promise<Static<T>> {
  return async (url, { timeoutMs = TIMEOUT_MS, signal, headers } = {}) => {
    const leftMs = Math.min(timeoutMs, deadlineUnderWay()?.msLeft() ?? timeoutMs)
    const waitMs = Math.max(0, Math.ceil(leftMs))
    const timeout = AbortSignal.timeout(waitMs)
    const limit = signal ? AbortSignal.any([signal, timeout]) : timeout
    const passedOn = { ...headers, [TIME_LEFT_HEADER]: String(waitMs) }
    const body = await request(url, limit, passedOn).catch((cause: unknown) => {
      signal?.throwIfAborted()
      if (cause instanceof SiteError) throw cause
      throw new SiteError('unavailable', `${url.host} did not answer`, { cause })
    })
    if (hasShape(schema, body)) return body

    const [first] = reasonsAgainst(schema, body)
    const where = first ? `: ${first.field} ${first.message}` : ''
    throw new SiteError('unavailable', `${url.pathname} broke its contract${where}`)
  }
}

async function request(
  url: URL,
  signal: AbortSignal,
  headers: GetOptions['headers'],
): Promise<unknown> {
  const response = await fetchTraced(url, signal, headers)
  if (response.ok) return response.json()

  await response.body?.cancel()
  if (response.status === 404) throw new SiteError('not-found', `${url.pathname} does not exist`)
  if (response.status === 400) {
    throw new SiteError('invalid-input', `${url.host} refused ${url.pathname}`)
  }
  throw new SiteError('unavailable', `${url.host} answered ${response.status}`)
}

/** Traces the request until the headers of the answer are there; the caller reads the body. */
function fetchTraced(url: URL, signal: AbortSignal, headers: GetOptions['headers']) {
  const facts = {
    'http.request.method': 'GET',
    'server.address': url.host,
    'url.path': url.pathname,
  }
  return inSpan(`GET ${url.pathname}`, 'client', facts, async (span) => {
    const response = await fetch(url, {
      signal,
      headers: { accept: 'application/json', ...headers, ...span?.headers },
    })
    span?.note({ 'http.response.status_code': response.status })
    return response
  })
}
