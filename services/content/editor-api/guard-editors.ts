import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SiteError } from '#shared/errors.ts'
import { fieldOf } from '#shared/field-of.ts'
import { REQUEST_ID_FIELD } from '#shared/http/log-format.ts'
import type { Maker } from '../editions/edition.ts'
import type { Asker } from '../parsing/parse-in-process.ts'
import type { FindEditor } from './editor-tokens.ts'

/**
 * Keeps strangers out of the editor API, and a record of what editors do.
 *
 * @param app the service, whose requests are audited
 * @param editors returns the function that knows the valid tokens
 */
export function guardEditors(app: FastifyInstance, editors: () => Promise<FindEditor>) {
  const editorOf = new WeakMap<FastifyRequest, string>()
  auditEdits(app, editorOf)
  /** A hook for the routes of editors, which refuses requests without a valid token. */
  const requireEditor = async (request: FastifyRequest): Promise<void> => {
    const find = await editors()
    const editor = find(request.headers.authorization)
    if (editor === undefined) {
      throw new SiteError('unauthorized', 'Send the editor token as "Authorization: Bearer …"')
    }
    editorOf.set(request, editor)
    // A few KB of a compressed body may expand to gigabytes.
    const encoding = request.headers['content-encoding'] ?? 'identity'
    if (encoding.toLowerCase() === 'identity') return
    const refusal = new Error('Send the body as it is, without Content-Encoding')
    throw Object.assign(refusal, { statusCode: 415 })
  }
  /** The owner of a parsing job: an editor, for as long as the connection is open. */
  const askerOf = (request: FastifyRequest, reply: FastifyReply): Asker => {
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort(new Error('The editor is gone')))
    return { owner: editorOf.get(request) ?? 'nobody', signal: gone.signal }
  }
  const makerOf = (request: FastifyRequest): Maker => {
    const name = editorOf.get(request)
    return { origin: 'api', ...(name !== undefined && { name }) }
  }
  return { requireEditor, askerOf, makerOf }
}

/** Names the owner of the work of a request. */
export type AskerOf = ReturnType<typeof guardEditors>['askerOf']
/** Names who makes the editions of a request. */
export type MakerOf = ReturnType<typeof guardEditors>['makerOf']

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Only an attacker sends longer addresses. */
const MAX_TARGET = 200

/**
 * Logs every request that changes something, including refused ones, and every request with an
 * invalid token: who, from where, what, and the result; never the token, and nothing of the text.
 * Only the log level `silent` turns this off.
 */
function auditEdits(app: FastifyInstance, editorOf: WeakMap<FastifyRequest, string>): void {
  const level = app.log.level === 'silent' ? 'silent' : 'info'
  const audit = app.log.child({ audit: 'editor' }, { level })

  // Not after the response was sent: an edit counts even if its editor has disconnected.
  app.addHook('onSend', async (request, { statusCode }) => {
    const { id, method, url, ip, routeOptions, query } = request
    const isReading = READING.has(method) || fieldOf(routeOptions.config, 'onlyReads') === true
    if (isReading && statusCode !== 401) return
    const [target = ''] = url.split('?', 1)
    audit.info(
      {
        [REQUEST_ID_FIELD]: id,
        who: editorOf.get(request) ?? 'nobody',
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
const isDryRun = (query: unknown) => String(fieldOf(query, 'dryRun')) === 'true'
