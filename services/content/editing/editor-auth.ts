import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { SiteError } from '#shared/errors.ts'

/** A hook that lets only the bearer of the token through. Compares in constant time. */
export function requireEditor(token: string): (request: FastifyRequest) => Promise<void> {
  const expected = digest(token)
  return async ({ headers }) => {
    const [scheme, given = ''] = (headers.authorization ?? '').split(' ')
    if (scheme?.toLowerCase() === 'bearer' && timingSafeEqual(digest(given), expected)) return
    throw new SiteError('unauthorized', 'Send the editor token as "Authorization: Bearer …"')
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
