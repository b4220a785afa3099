import type { FastifyReply, FastifyRequest } from 'fastify'
import { bearerToken, digestOf, isSameDigest } from './secrets.ts'

/**
 * A hook that accepts only requests with the token: as a bearer, or as the password of any user
 * name, which browsers can ask people for.
 */
export function requireToken(token: string) {
  const expected = digestOf(token)
  return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    const given = tokenIn(headers.authorization) ?? ''
    if (isSameDigest(digestOf(given), expected)) return
    return askForToken(reply)
  }
}

/** The token in a header `Authorization`: a bearer, or the password of any user name. */
export const tokenIn = (authorization: string | undefined): string | undefined =>
  bearerToken(authorization) ?? passwordOf(authorization)

/** An answer upon which browsers ask people for a password. */
export const askForToken = (reply: FastifyReply) =>
  reply
    .code(401)
    .header('www-authenticate', 'Basic realm="finlore", charset="UTF-8"')
    .header('cache-control', 'no-store')
    .send({ status: 'send the token as the password of any user' })

function passwordOf(authorization = ''): string | undefined {
  const [, encoded = ''] = /^basic +(\S+)$/i.exec(authorization) ?? []
  const pair = Buffer.from(encoded, 'base64').toString()
  const colon = pair.indexOf(':')
  return colon === -1 ? undefined : pair.slice(colon + 1)
}
