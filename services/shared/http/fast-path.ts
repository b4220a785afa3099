import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Answers a request at once and completely, without routes and hooks, or leaves it to them.
 *
 * @returns the template of the route by which it answered; `undefined` when it did not
 */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => string | undefined
