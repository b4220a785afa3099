import { LogController } from 'fastify'

/**
 * How each line of a log is written: the fields `time`, `level`, `service` and `message`, and `requestId`
 * where it is about a request. nginx writes the same (`deploy/ingress/nginx.conf.template`).
 */
export const LOG_FORMAT = {
  messageKey: 'message',
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (level: string) => ({ level }) },
}

/** The field of a request's id, in the log of whatever has answered it. */
export const REQUEST_ID_FIELD = 'requestId'

/** One line per failure is written by ourselves. */
export const LOG_CONTROLLER = new LogController({
  disableRequestLogging: true,
  requestIdLogLabel: REQUEST_ID_FIELD,
})
