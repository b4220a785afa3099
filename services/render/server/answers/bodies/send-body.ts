import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Headers } from '#shared/http/security-headers.ts'
import { type Caching, cachingHeaders } from './caching.ts'
import {
  bodyHeaders,
  bytesOf,
  chooseEncoding,
  hasBody,
  keepingHeaders,
  type ServedBody,
} from './served-body.ts'

export interface SendOptions {
  status?: number
  caching?: Caching
  /** By which caches are purged of the answer, if they may keep it until then. */
  keys?: Headers | undefined
}

/** Sends a body in the best encoding that the client accepts; 304 if the client has it already. */
export function sendBody(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  body: ServedBody,
  { status = 200, keys, caching = keys ? 'purged' : 'revalidate' }: SendOptions = {},
): FastifyReply {
  if (keys) reply.headers(keys)
  const encoding = chooseEncoding(body, headers['accept-encoding'])
  if (status === 200 && hasBody(headers['if-none-match'], body)) {
    return reply
      .code(304)
      .headers(asRecord(keepingHeaders(body, encoding, caching)))
      .send()
  }
  return reply
    .code(status)
    .headers(asRecord(bodyHeaders(body, encoding, caching)))
    .send(bytesOf(body, encoding))
}

/**
 * Redirects to a page at another address.
 *
 * @param keys by which caches are purged of the answer, if they may keep it until then
 */
export function redirect(
  reply: FastifyReply,
  status: number,
  location: string,
  keys?: Headers,
): FastifyReply {
  if (keys) reply.headers(keys)
  return reply
    .code(status)
    .header('location', location)
    .headers(asRecord(cachingHeaders(keys ? 'purged' : 'revalidate')))
    .send()
}

/** Headers by name, from a flat list of name, value, name, value. */
function asRecord(flat: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {}
  for (const [at, name] of flat.entries()) {
    if (at % 2 === 0) record[name] = flat[at + 1] ?? ''
  }
  return record
}
