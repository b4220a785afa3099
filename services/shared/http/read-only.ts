import type { FastifyInstance } from 'fastify'

/** The only methods of public addresses. */
export const ALLOWED = 'GET, HEAD, OPTIONS'

/**
 * Public addresses are there to be read. OPTIONS answers what may be asked, of every address alike;
 * whatever else is asked is refused before anything is looked up.
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
