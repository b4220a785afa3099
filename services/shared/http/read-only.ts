import type { FastifyInstance } from 'fastify'

/** The only methods of public addresses. */
export const ALLOWED = 'GET, HEAD, OPTIONS'

/**
 * Makes public addresses read-only. OPTIONS gives the same list of methods for every address; all
 * other methods are refused before anything is looked up.
 */
export function allowReadingOnly(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method }, reply) => {
    if (method === 'GET' || method === 'HEAD') return
    await reply
      .code(method === 'OPTIONS' ? 204 : 405)
      .headers({ allow: ALLOWED, 'cache-control': 'no-store' })
      .send()
  })
}
