import { fieldOf } from '../field-of.ts'

/** Errors of the driver when the server cannot be reached or the connection breaks. */
const SYSTEM_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE'])
const MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Query read timeout',
]

/**
 * Whether a query failed because the database cannot be reached just now, so that it may be tried
 * again, and not because the query is wrong.
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

/** Postgres: a schema or a table does not exist. */
const MISSING = new Set(['3F000', '42P01'])

/** Whether a query failed because migrations have not run yet. */
export const isSchemaMissing = (error: unknown): boolean =>
  MISSING.has(String(fieldOf(error, 'code')))
