import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Problem } from '../contracts/problem.ts'
import { helpOn } from './problems.ts'

/**
 * Names that cannot be owned on the internet: a single word, as services have it in compose and in a
 * namespace, and domains that are kept for networks of one's own.
 */
const INSIDE =
  /^(?:[a-z0-9_-]+|.+\.(?:localhost|local|internal|lan|home\.arpa|svc|svc\.cluster\.local))$/i

/** Whether a `Host` header names a machine of this network, by its address or by such a name. */
export function isInside(host: string | undefined): boolean {
  if (host === undefined) return true
  const name = host.replace(/:\d+$/, '')
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || INSIDE.test(name)
}

/**
 * Refuses requests to a private port that name a host of the internet. A page of another site can
 * have its own name lead to this machine (DNS rebinding) and would then ask this port from within a
 * browser here. It cannot know a token, so a request with one may name any host: an editor's tool
 * may be behind a proxy.
 */
export function requireInsideHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers, id }, reply) => {
    if (headers.authorization !== undefined || isInside(headers.host)) return
    const detail =
      'This port is private. Ask for it by an IP address, by a name of one word, or by one that ends with .internal, .local or .svc'
    return reply
      .code(421)
      .header('cache-control', 'no-store')
      .send({ code: 'refused', detail, help: helpOn('refused'), requestId: id } satisfies Problem)
  })
}
