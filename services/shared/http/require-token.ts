import type { FastifyReply, FastifyRequest } from 'fastify'
import { bearerToken, digestOf, isSameDigest } from './secrets.ts'

/**
 * A hook that accepts only requests with the token: as a bearer, or as the password of any user
 * name, which browsers can ask people for.
 */
export function requireToken(token: string) {
  const expected = digestOf(token)
  return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    const { authorization } = headers
    const given = bearerToken(authorization) ?? passwordOf(authorization) ?? ''
    if (isSameDigest(digestOf(given), expected)) return
    return reply
      .code(401)
      .header('www-authenticate', 'Basic realm="finlore", charset="UTF-8"')
      .header('cache-control', 'no-store')
      .send({ status: 'send the token as the password of any user' })
  }
}

function passwordOf(authorization = ''): string | undefined {
  const [, encoded = ''] = /^basic +(\S+)$/i.exec(authorization) ?? []
  const pair = Buffer.from(encoded, 'base64').toString()
  const colon = pair.indexOf(':')
  return colon === -1 ? undefined : pair.slice(colon + 1)
}
