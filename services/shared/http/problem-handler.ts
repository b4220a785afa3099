import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../contracts/problem.ts'
import { isDatabaseOutage, isSchemaMissing } from '../database/database-outage.ts'
import { type Reason, SiteError } from '../errors.ts'
import { fieldOf } from '../field-of.ts'
import { shortened } from '../text/shortened.ts'
import { helpOn, PROBLEMS, type ProblemCode } from './problems.ts'

/** Header of answers while load is shed: `shed`, and the current step of the load ladder. */
export const LOAD_HEADER = 'x-load'
export const SHED = 'shed'

/** Seconds after which a client may try again when we cannot answer now. */
export const RETRY_AFTER_SECONDS = 2

/** Whether a failure is temporary: the same request may succeed a little later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof SiteError) return PROBLEMS[error.code].status === 503
  return isDatabaseOutage(error) || fieldOf(error, 'statusCode') === 503
}

/** Whether a request was refused because of overload: too many are to log a line for each. */
export const isOverload = (error: unknown) =>
  error instanceof SiteError && error.code === 'overloaded'

/** Answers every failure of a service in one format, and every address that it does not have. */
export function installProblemHandler(app: FastifyInstance): void {
  answerFailures(app)
  app.setNotFoundHandler((request, reply) => {
    // The answer to HEAD must have the same length as the one to GET.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    return sendProblem(request, reply, 404, {
      code: 'not-found',
      detail: `${method} ${request.url.split('?', 1)[0]} does not exist`,
    })
  })
}

/** Answers every failure of some routes in one format. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof SiteError) {
      const status = PROBLEMS[error.code].status
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
        detail: `The ${error.validationContext ?? 'request'} is invalid`,
        reasons: error.validation.map(reasonOf),
      })
    }

    // Fastify's own refusals: a body too large, an unknown media type, invalid JSON.
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) {
      return sendProblem(request, reply, status, { code: 'refused', detail: error.message })
    }

    const isAway = isDatabaseOutage(error)
    if (isAway || isSchemaMissing(error)) {
      if (isAway) request.log.warn({ err: error }, 'the database cannot be reached')
      else request.log.warn(`the database lacks tables (${error.message}): run migrate`)
      const what = isAway ? 'cannot be reached just now' : 'is not ready yet'
      const detail = `The database ${what}; try again`
      return sendProblem(request, reply, 503, { code: 'unavailable', detail })
    }

    request.log.error({ err: error }, 'unexpected failure')
    return sendProblem(request, reply, status === 503 ? 503 : 500, {
      code: 'internal',
      detail: 'Something failed on our side',
    })
  })
}

/** In the words of `reasonsAgainst`, which checks what Fastify does not. */
function reasonOf({
  instancePath,
  message,
  params,
}: NonNullable<FastifyError['validation']>[number]): Reason {
  const { missingProperty, additionalProperty } = params
  if (additionalProperty !== undefined) {
    const field = `${instancePath}/${shortened(String(additionalProperty))}`
    return { field, message: 'is not a known field' }
  }
  const field = instancePath || String(missingProperty ?? '')
  return { field, message: message ?? 'is not valid' }
}

function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  problem: Omit<Problem, 'help' | 'requestId'> & { code: ProblemCode },
) {
  if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ ...problem, help: helpOn(problem.code), requestId: request.id } satisfies Problem)
}
