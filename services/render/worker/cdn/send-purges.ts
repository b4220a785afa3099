import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { reasonOf } from '#shared/database/try-again.ts'
import { withoutSecrets } from '#shared/known-secrets.ts'
import { parseRetryAfter } from '../index-now/submit-addresses.ts'
import type { PurgeRequest } from './purge-requests.ts'

/** Of all requests of one call. */
export const CALL_TIMEOUT_MS = 10_000
const REQUESTS_TOGETHER = 16
const MAX_REASON = 200

/** Caches that know no page of this address: it is as if they had forgotten it. */
const UNKNOWN = new Set([404, 410, 412])

export type PurgeOutcome =
  | { outcome: 'sent' }
  | { outcome: 'failed'; reason: string; retryAfterMs: number }

/**
 * Sends the requests of one call. Safe to repeat. After the first that fails, no more are begun.
 * Only the status of an answer is read. Never rejects.
 */
export async function sendPurges(
  requests: readonly PurgeRequest[],
  stopping: AbortSignal,
): Promise<PurgeOutcome> {
  const tooLate = AbortSignal.timeout(CALL_TIMEOUT_MS)
  const signal = AbortSignal.any([stopping, tooLate])
  // Each call has connections of its own: a cache may close those that were not used for a while.
  const agents = { http: new http.Agent(KEPT), https: new https.Agent(KEPT) }
  const waiting = requests.values()
  let failure: PurgeOutcome | undefined
  const sendInTurn = async () => {
    for (const request of waiting) {
      if (failure) return
      try {
        failure ??= failureOf(await answerTo(request, agents, signal))
      } catch (error) {
        const reason = tooLate.aborted ? 'did not answer in time' : `no answer: ${reasonOf(error)}`
        failure ??= failed(reason)
      }
    }
  }
  try {
    await Promise.all(
      Array.from({ length: Math.min(REQUESTS_TOGETHER, requests.length) }, sendInTurn),
    )
  } finally {
    agents.http.destroy()
    agents.https.destroy()
  }
  return failure ?? { outcome: 'sent' }
}

const KEPT = { keepAlive: true, maxSockets: REQUESTS_TOGETHER }

/** With `node:http`, because `fetch` does not let the host be another than that of the address. */
async function answerTo(
  { url, method, headers, body }: PurgeRequest,
  agents: { http: http.Agent; https: https.Agent },
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isSecure = url.startsWith('https:')
  const options = { method, headers, signal, agent: isSecure ? agents.https : agents.http }
  const sent = (isSecure ? https : http).request(url, options)
  sent.end(body)
  const [response]: IncomingMessage[] = await once(sent, 'response', { signal })
  if (!response) throw new Error('no answer')
  // The connection is free for the next request when the body has been read.
  response.on('error', () => {}).resume()
  return response
}

function failureOf({ statusCode = 0, headers }: IncomingMessage): PurgeOutcome | undefined {
  if ((statusCode >= 200 && statusCode < 300) || UNKNOWN.has(statusCode)) return undefined
  const advice = ADVICE[statusCode] ?? ''
  const retryAfterMs = parseRetryAfter(headers['retry-after'] ?? null, Date.now())
  return failed(`answered ${statusCode}${advice}`, retryAfterMs)
}

const REFUSED = ': it does not let us purge: look at CDN_PURGE_TOKEN, and at who may purge there'
/** What an operator can do. */
const ADVICE: Readonly<Record<number, string>> = {
  400: ': it does not understand us: look whether CDN_PURGE fits CDN_PURGE_URL',
  401: REFUSED,
  403: REFUSED,
  405: ': it knows no PURGE: look at its configuration, and at CDN_PURGE_URL',
  501: ': it knows no PURGE: look at its configuration, and at CDN_PURGE_URL',
}

const failed = (reason: string, retryAfterMs = 0): PurgeOutcome => ({
  outcome: 'failed',
  reason: withoutSecrets(reason).slice(0, MAX_REASON),
  retryAfterMs,
})
