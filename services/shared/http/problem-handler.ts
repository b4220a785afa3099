import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../contracts/problem.ts'
import { isDatabaseOutage, isSchemaMissing } from '../database/database-outage.ts'
import { type ErrorCode, SiteError } from '../errors.ts'
import { LOAD_HEADER, SHED } from './load-header.ts'

/** A new code does not compile until it has a status. */
const STATUS: Record<ErrorCode, number> = {
  'not-found': 404,
  gone: 410,
  unauthorized: 401,
  'invalid-input': 400,
  conflict: 409,
  'precondition-failed': 412,
  'too-many-requests': 429,
  unavailable: 503,
  overloaded: 503,
}

/** Seconds after which a client may try again when we cannot answer now. */
export const RETRY_AFTER_SECONDS = 2

/** Whether a failure is one of the moment: the same request may succeed a little later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof SiteError) return STATUS[error.code] === 503
  return isDatabaseOutage(error) || Reflect.get(Object(error), 'statusCode') === 503
}

/** Whether somebody was sent away on purpose: so many may be that a line for each would do harm. */
export const isOverload = (error: unknown) =>
  error instanceof SiteError && error.code === 'overloaded'

/** Every failure of every service leaves through here, in one shape. */
export function installProblemHandler(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof SiteError) {
      const status = STATUS[error.code]
      if (isOverload(error)) reply.header(LOAD_HEADER, SHED)
      else if (status >= 500) request.log.warn({ err: error }, error.message)
      return sendProblem(request, reply, status, {
        code: error.code,
        detail: error.message,
        ...(error.reasons.length > 0 && { reasons: [...error.reasons] }),
      })
    }

    if (error.validation) {
      return sendProblem(request, reply, 400, {
        code: 'invalid-input',
        detail: `The ${error.validationContext ?? 'request'} is not as it should be`,
        reasons: error.validation.map(({ instancePath, message, params }) => ({
          field: instancePath || String(params.missingProperty ?? ''),
          message: message ?? 'is not valid',
        })),
      })
    }

    // Fastify's own refusals: a body too large, a media type it does not know, JSON that is none.
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) {
      return sendProblem(request, reply, status, { code: 'refused', detail: error.message })
    }

    if (isDatabaseOutage(error)) {
      request.log.warn({ err: error }, 'the database cannot be reached')
      return sendProblem(request, reply, 503, {
        code: 'unavailable',
        detail: 'The database cannot be reached just now; try again',
      })
    }

    if (isSchemaMissing(error)) {
      request.log.warn(`the database lacks tables (${error.message}): run migrate`)
      return sendProblem(request, reply, 503, {
        code: 'unavailable',
        detail: 'The database is not ready yet; try again',
      })
    }

    request.log.error({ err: error }, 'unexpected failure')
    return sendProblem(request, reply, status === 503 ? 503 : 500, {
      code: 'internal',
      detail: 'Something failed on our side',
    })
  })

  app.setNotFoundHandler((request, reply) => {
    // The answer to HEAD is as long as the one to GET.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    return sendProblem(request, reply, 404, {
      code: 'not-found',
      detail: `${method} ${request.url.split('?', 1)[0]} does not exist`,
    })
  })
}

function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  problem: Omit<Problem, 'requestId'>,
) {
  if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ ...problem, requestId: request.id } satisfies Problem)
}
