import type { FastifyInstance } from 'fastify'
import type { EditorGate } from './editor-auth.ts'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Only an attacker sends longer addresses. */
const MAX_TARGET = 200

/**
 * Logs every request that changes something, including refused ones, and every request with an
 * invalid token: who, from where, what, and the result; never the token, and nothing of the text.
 * Only the log level `silent` turns this off.
 */
export function auditEdits(app: FastifyInstance, { editorOf }: Pick<EditorGate, 'editorOf'>): void {
  const level = app.log.level === 'silent' ? 'silent' : 'info'
  const audit = app.log.child({ audit: 'editor' }, { level })

  // Not after the response was sent: an edit counts even if its editor has disconnected.
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

/** A string as sent, or a boolean after validation. */
const isDryRun = (query: unknown) => String(Reflect.get(Object(query), 'dryRun')) === 'true'
