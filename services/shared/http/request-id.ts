import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const REQUEST_ID_HEADER = 'x-request-id'

/** Only ids of this format are accepted from the header. */
const REQUEST_ID = /^[\w.:-]{8,64}$/

/** The id that the client gave the request; `undefined` when there is no valid one. */
export function givenRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : undefined
}

/** The id that was given, or a new one. */
export const requestIdOf = (request: Pick<IncomingMessage, 'headers'>): string =>
  givenRequestId(request) ?? randomUUID()
