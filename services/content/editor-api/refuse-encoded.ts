import type { FastifyRequest } from 'fastify'

/** A hook that refuses compressed bodies: a few KB may expand to gigabytes. */
export async function refuseEncoded({ headers }: FastifyRequest): Promise<void> {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() === 'identity') return
  throw Object.assign(new Error('Send the body as it is, without Content-Encoding'), {
    statusCode: 415,
  })
}
