import type { FastifyInstance } from 'fastify'
import type { EditorGate } from './editor-auth.ts'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Addresses are shorter unless somebody is up to something. */
const MAX_TARGET = 200

/**
 * Leaves a line in the log for every request that would change something, refused ones too, and for
 * everyone whose token is refused: who, from where, what, and what became of it; never the token,
 * and nothing of the text. Only a log that is silent is without them.
 */
export function auditEdits(app: FastifyInstance, { editorOf }: Pick<EditorGate, 'editorOf'>): void {
  const level = app.log.level === 'silent' ? 'silent' : 'info'
  const audit = app.log.child({ audit: 'editor' }, { level })

  // Not when the answer has arrived: an edit counts even if its editor has gone by then.
  app.addHook('onSend', async (request, { statusCode }) => {
    const { id, method, url, ip, routeOptions, query } = request
    if (READING.has(method) && statusCode !== 401) return
    const [target = ''] = url.split('?', 1)
    audit.info(
      {
        reqId: id,
        who: editorOf(request) ?? 'nobody',
        peer: ip,
        method,
        route: routeOptions.url ?? 'unmatched',
        target: target.slice(0, MAX_TARGET),
        ...(isDryRun(query) && { dryRun: true }),
        status: statusCode,
      },
      'editor request',
    )
  })
}

/** As sent, or as the route has understood it. */
const isDryRun = (query: unknown) => String(Reflect.get(Object(query), 'dryRun')) === 'true'
