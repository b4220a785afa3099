import { reasonOf } from '#shared/database/try-again.ts'
import { withoutSecrets } from '#shared/known-secrets.ts'
import { askPublic, INTERNET, type Network } from '#shared/network/ask-public.ts'
import { webhookHeaders } from './sign-webhook.ts'
import type { WebhookReceiver } from './webhook-receivers.ts'

/** Networks of one's own included. */
export const ANYWHERE: Network = { ...INTERNET, isPublic: () => true }

/** What became of one try: `gone` says that it must not be sent again. */
export type SendOutcome = { outcome: 'told' } | { outcome: 'failed' | 'gone'; reason: string }

const MAX_REASON = 200

/**
 * Tells a receiver of an event. Only the status of its answer is read, never its body. Never rejects.
 *
 * @param options.timeoutMs from looking up the name of its host to the head of its answer
 */
export async function sendWebhook(
  { address, secrets }: WebhookReceiver,
  { event, body }: { event: string; body: string },
  options: { network: Network; timeoutMs: number; stopping: AbortSignal },
): Promise<SendOutcome> {
  const timestamp = Math.floor(Date.now() / 1_000)
  const tooLate = AbortSignal.timeout(options.timeoutMs)
  try {
    const response = await askPublic(
      address,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'finlore',
          ...webhookHeaders({ id: event, timestamp, body }, secrets),
        },
        body,
        signal: AbortSignal.any([options.stopping, tooLate]),
      },
      options.network,
    )
    response.destroy()
    return outcomeOf(response.statusCode ?? 0)
  } catch (error) {
    const reason = tooLate.aborted ? 'did not answer in time' : `no answer: ${reasonOf(error)}`
    return { outcome: 'failed', reason: withoutSecrets(reason).slice(0, MAX_REASON) }
  }
}

function outcomeOf(status: number): SendOutcome {
  if (status >= 200 && status < 300) return { outcome: 'told' }
  if (status === 410) return { outcome: 'gone', reason: 'answered 410: it wants no more' }
  const isElsewhere = status >= 300 && status < 400
  const advice = isElsewhere ? ': redirects are not followed' : ''
  return { outcome: 'failed', reason: `answered ${status}${advice}` }
}
