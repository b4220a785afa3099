/** What the driver says when there is no server to talk to, or it stops talking. */
const SYSTEM_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE'])
const MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Query read timeout',
]

/**
 * Whether a failed query says that the database cannot be reached just now, which is nobody's
 * mistake and may be tried again, rather than that the query is wrong.
 *
 * Classes of Postgres: 08 connection, 53 resources (too many connections, disk full), 57 operator
 * intervention (shutdown, still starting, statement timeout).
 */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (SYSTEM_CODES.has(code) || /^(?:08|53|57)...$/.test(code)) return true
  return MESSAGES.some((message) => error.message.startsWith(message))
}

/** Postgres: a schema or a table that is asked for is not there. */
const MISSING = new Set(['3F000', '42P01'])

/** Whether a failed query says that migrations have yet to run. */
export const isSchemaMissing = (error: unknown): boolean =>
  MISSING.has(String(Reflect.get(Object(error), 'code')))
