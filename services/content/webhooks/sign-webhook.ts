import { createHmac } from 'node:crypto'

interface Message {
  id: string
  /** Seconds since 1970. A receiver refuses a message that is older than five minutes. */
  timestamp: number
  body: string
}

/** The headers of Standard Webhooks: a signature by each of the secrets. */
export function webhookHeaders(
  { id, timestamp, body }: Message,
  secrets: readonly Buffer[],
): Record<string, string> {
  const signed = `${id}.${timestamp}.${body}`
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
