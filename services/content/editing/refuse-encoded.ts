import type { FastifyRequest } from 'fastify'

/** A hook that takes bodies only as they are: a few KB that were compressed may become gigabytes. */
export async function refuseEncoded({ headers }: FastifyRequest): Promise<void> {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() === 'identity') return
  throw Object.assign(new Error('Send the body as it is, without Content-Encoding'), {
    statusCode: 415,
  })
}
