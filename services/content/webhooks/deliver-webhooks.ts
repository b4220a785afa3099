import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Network } from '#shared/network/ask-public.ts'
import { settleAll } from '#shared/settle-all.ts'
import type { Database } from '../database/schema.ts'
import { type SendOutcome, sendWebhook } from './send-webhook.ts'
import type { WebhookMetrics } from './webhook-metrics.ts'
import type { WebhookReceiver } from './webhook-receivers.ts'

/** Replaced in tests. */
export const WEBHOOK_PACE = {
  /** Of one try, from looking up the name of the host to the head of the answer. */
  timeoutMs: 10_000,
  /** After each try that failed, until the next; after the last one it is given up. */
  pausesMs: [
    5_000, 30_000, 120_000, 600_000, 1_800_000, 7_200_000, 21_600_000, 43_200_000,
  ] as readonly number[],
  /** How often to look for what is due, where no commit wakes. */
  lookMs: 5_000,
}
export type WebhookPace = typeof WEBHOOK_PACE

/** Sent at the same time to one receiver. */
const MAX_SENT_TOGETHER = 4
/** If this process is killed meanwhile, another one may send it again after this time. */
const LEASE_SECONDS = 60
/** A fifth more or less, so that many events are not all sent again at one moment. */
const JITTER = 0.2
/** The most events that wait for one receiver, and that are kept of those given up. */
const MAX_WAITING = 10_000
const MAX_FAILED = 1_000
const FAILED_DAYS = 30

export interface Deliveries {
  db: Kysely<Database>
  receiver: WebhookReceiver
  network: Network
  pace: WebhookPace
  metrics: WebhookMetrics
  log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Notifies one receiver of everything that is due. An event that is sent when this process is killed is
 * sent once more, with the same id.
 *
 * @returns milliseconds after which to look again
 */
export async function deliverWebhooks(
  deliveries: Deliveries,
  stopping: AbortSignal,
): Promise<number> {
  await boundDeliveries(deliveries)
  while (!stopping.aborted) {
    const claimed = await claim(deliveries)
    if (claimed.length === 0) break
    await settleAll(claimed.map((delivery) => deliver(deliveries, delivery, stopping)))
  }
  return deliveries.pace.lookMs
}

interface Claimed {
  position: string
  event: string
  kind: string
  body: string
  /** The one that begins now included. */
  tries: number
}

/** Takes what is due, but of each article only the oldest event. */
async function claim({ db, receiver: { name } }: Deliveries): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update webhook_delivery
      set tries = tries + 1, next_at = now() + make_interval(secs => ${LEASE_SECONDS})
      where position in (
        select position from webhook_delivery due
          where receiver = ${name} and failed_at is null and next_at <= now()
            and not exists (
              select from webhook_delivery earlier
                where earlier.receiver = due.receiver and earlier.article = due.article
                  and earlier.position < due.position and earlier.failed_at is null
            )
          order by position
          limit ${MAX_SENT_TOGETHER}
          for update skip locked
      )
      returning position, event, kind, body, tries
  `.execute(db)
  return rows
}

async function deliver(
  { db, receiver, network, pace, metrics, log }: Deliveries,
  delivery: Claimed,
  stopping: AbortSignal,
): Promise<void> {
  const { timeoutMs } = pace
  const sent = await sendWebhook(receiver, delivery, { network, timeoutMs, stopping })
  // Our own shutdown is not a failure of the receiver.
  if (sent.outcome !== 'told' && stopping.aborted) return giveBack(db, delivery)
  await settle(db, delivery, sent, pace)
  const { name } = receiver
  const isOver = sent.outcome !== 'told' && isGivenUp(delivery, sent, pace)
  metrics.count(name, isOver ? 'given-up' : sent.outcome === 'told' ? 'told' : 'failed')
  if (sent.outcome === 'told') return
  const { event, kind, tries } = delivery
  log.warn(
    { receiver: name, event, kind, tries, reason: sent.reason },
    isOver
      ? 'a webhook was given up: it is among the failed ones'
      : 'a webhook was not delivered; it will be retried',
  )
}

const isGivenUp = (
  { tries }: Pick<Claimed, 'tries'>,
  { outcome }: SendOutcome,
  { pausesMs }: WebhookPace,
) => outcome === 'gone' || tries > pausesMs.length

async function settle(
  db: Kysely<Database>,
  { position, tries }: Claimed,
  sent: SendOutcome,
  pace: WebhookPace,
): Promise<void> {
  if (sent.outcome === 'told') {
    await db.deleteFrom('webhook_delivery').where('position', '=', position).execute()
    return
  }
  const pauseMs = pace.pausesMs[tries - 1] ?? 0
  const jittered = pauseMs * (1 + JITTER * (2 * Math.random() - 1))
  const isOver = isGivenUp({ tries }, sent, pace)
  await db
    .updateTable('webhook_delivery')
    .set({
      reason: sent.reason,
      next_at: sql`now() + make_interval(secs => ${jittered / 1_000})`,
      ...(isOver && { failed_at: sql<string>`now()` }),
    })
    .where('position', '=', position)
    .execute()
}

const giveBack = async (db: Kysely<Database>, { position, tries }: Claimed): Promise<void> => {
  await db
    .updateTable('webhook_delivery')
    .set({ tries: tries - 1, next_at: sql`now()` })
    .where('position', '=', position)
    .execute()
}

/** Gives up the oldest of too many that wait, and forgets those that were given up long ago. */
async function boundDeliveries({ db, receiver: { name }, metrics, log }: Deliveries) {
  const dropped = await sql`
    update webhook_delivery set failed_at = now(), reason = ${`more than ${MAX_WAITING} waited`}
      where receiver = ${name} and failed_at is null and position <= (
        select position from webhook_delivery
          where receiver = ${name} and failed_at is null
          order by position desc offset ${MAX_WAITING} limit 1
      )
  `.execute(db)
  const count = Number(dropped.numAffectedRows ?? 0)
  if (count > 0) {
    metrics.count(name, 'given-up', count)
    log.warn({ receiver: name, count }, 'too many webhooks waited: the oldest were given up')
  }
  await sql`
    delete from webhook_delivery
      where receiver = ${name} and failed_at is not null
        and (failed_at < now() - make_interval(days => ${FAILED_DAYS}) or position <= (
          select position from webhook_delivery
            where receiver = ${name} and failed_at is not null
            order by position desc offset ${MAX_FAILED} limit 1
        ))
  `.execute(db)
}
