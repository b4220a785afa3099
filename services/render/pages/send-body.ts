import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Encoding, StoredBody } from '../store/stored-entry.ts'

/** How long others may keep an answer. */
export const CACHING = {
  /** May be kept, but must be asked about each time. */
  revalidate: 'public, max-age=0, must-revalidate',
  /** The name changes with the bytes. */
  immutable: 'public, max-age=31536000, immutable',
  /** Of this moment only. */
  never: 'no-store',
} as const

const ETAG_SUFFIX: Record<Encoding, string> = { br: '-br', gzip: '-gz', identity: '' }

export interface SendOptions {
  status?: number
  caching?: keyof typeof CACHING
}

/** Sends a body in the best encoding the client takes, or 304 when the client has it already. */
export function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: StoredBody,
  { status = 200, caching = 'revalidate' }: SendOptions = {},
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const etag = `"${body.etag}${ETAG_SUFFIX[encoding]}"`
  reply
    .header('content-type', body.contentType)
    .header('cache-control', CACHING[caching])
    .header('vary', 'Accept-Encoding')
  if (caching !== 'never') reply.header('etag', etag)

  if (status === 200 && hasMatch(request.headers['if-none-match'], body.etag)) {
    return reply.code(304).removeHeader('content-type').send()
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(status).send(body.bytes[encoding])
}

/** The best of ours that the client does not refuse; a missing header asks for nothing special. */
export function chooseEncoding(header: string | undefined): Encoding {
  const parts = (header ?? '').toLowerCase().split(',')
  const taken = new Map(
    parts.map((part) => [part.split(';', 1)[0]?.trim(), !/;\s*q=0(?:\.0*)?\s*$/.test(part)]),
  )
  if (taken.get('br')) return 'br'
  return (taken.get('gzip') ?? taken.get('*')) ? 'gzip' : 'identity'
}

/** Whichever encoding the client keeps: its bytes stand for the same text. */
function hasMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((candidate) => {
    const tag = candidate.trim().replace(/^W\//, '')
    return tag === '*' || tag.replace(/^"(.*?)(?:-br|-gz)?"$/, '$1') === etag
  })
}
