import { type Kysely, sql } from 'kysely'
import { Counter, type Registry } from 'prom-client'
import { observeWith } from '#shared/metrics/observe.ts'
import type { Database } from '../database/schema.ts'

/** `failed`: sent again later. `given-up`: not, unless an editor asks for it. */
const OUTCOMES = ['told', 'failed', 'given-up'] as const

export interface WebhookMetrics {
  count(receiver: string, outcome: (typeof OUTCOMES)[number], times?: number): void
}

/** @param receivers the names of all; without any, no value is shown */
export function createWebhookMetrics(
  registry: Registry,
  db: Kysely<Database>,
  receivers: readonly string[],
): WebhookMetrics {
  const sent = new Counter({
    name: 'finlore_webhook_deliveries_total',
    help: 'Webhooks sent, by receiver and outcome',
    labelNames: ['receiver', 'outcome'] as const,
    registers: [registry],
  })
  for (const receiver of receivers) {
    for (const outcome of OUTCOMES) sent.inc({ receiver, outcome }, 0)
  }
  const { gauge } = observeWith(registry)
  gauge({
    name: 'finlore_webhook_oldest_waiting_seconds',
    help: 'Age of the oldest event that a receiver was not notified of yet, by receiver; 0 if there is none',
    labelNames: ['receiver'],
    read: async () =>
      readEach(receivers, async (receiver) => {
        const oldest = await db
          .selectFrom('webhook_delivery')
          .select(sql<number>`extract(epoch from now() - at)::float8`.as('age'))
          .where('receiver', '=', receiver)
          .where('failed_at', 'is', null)
          .orderBy('position')
          .limit(1)
          .executeTakeFirst()
        return Math.max(0, oldest?.age ?? 0)
      }),
  })
  gauge({
    name: 'finlore_webhook_given_up',
    help: 'Events that a receiver was not notified of in all tries and that are kept, by receiver',
    labelNames: ['receiver'],
    read: async () =>
      readEach(receivers, async (receiver) => {
        const { count } = await db
          .selectFrom('webhook_delivery')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('receiver', '=', receiver)
          .where('failed_at', 'is not', null)
          .executeTakeFirstOrThrow()
        return Number(count)
      }),
  })
  return { count: (receiver, outcome, times = 1) => sent.inc({ receiver, outcome }, times) }
}

const readEach = (receivers: readonly string[], read: (receiver: string) => Promise<number>) =>
  Promise.all(receivers.map(async (receiver) => [{ receiver }, await read(receiver)] as const))
