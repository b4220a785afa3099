import type { Kysely } from 'kysely'
import type { Service } from '#shared/http/create-service.ts'
import { INTERNET } from '#shared/network/ask-public.ts'
import type { Running } from '#shared/until-stopped.ts'
import type { ChangeSignal } from './changes/change-signal.ts'
import type { Database } from './database/schema.ts'
import { afterCommits } from './edits/after-commits.ts'
import { deliverWebhooks, WEBHOOK_PACE, type WebhookPace } from './webhooks/deliver-webhooks.ts'
import { ANYWHERE } from './webhooks/send-webhook.ts'
import { createWebhookMetrics } from './webhooks/webhook-metrics.ts'
import { setReceivers } from './webhooks/webhook-outbox.ts'
import { readReceivers, type WebhookSettings } from './webhooks/webhook-receivers.ts'

/** The wait after a commit: most receivers read the page at once, which is rebuilt first. */
const AFTER_COMMIT_MS = 1_000

interface WebhookParts {
  db: Kysely<Database>
  signal: ChangeSignal
  service: Pick<Service, 'app' | 'metrics'>
  pace?: Partial<WebhookPace> | undefined
}

/** Tells receivers of edits, each apart from the others, so that a slow one delays no other. */
export async function startWebhooks(
  settings: WebhookSettings,
  { db, signal, service: { app, metrics: registry }, pace }: WebhookParts,
): Promise<Running[]> {
  const receivers = readReceivers(settings)
  const names = receivers.map(({ name }) => name)
  await setReceivers(db, names)
  const metrics = createWebhookMetrics(registry, db, names)
  const network = settings.WEBHOOKS_INSIDE === 'on' ? ANYWHERE : INTERNET
  const onFailure = (error: unknown) => app.log.warn({ err: error }, 'webhooks wait')
  return receivers.map((receiver) => {
    const deliveries = {
      db,
      receiver,
      network,
      pace: { ...WEBHOOK_PACE, ...pace },
      metrics,
      log: app.log,
    }
    const check = (stopping: AbortSignal) => deliverWebhooks(deliveries, stopping)
    return afterCommits({ signal, delayMs: AFTER_COMMIT_MS, check, onFailure })
  })
}
