import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Instant } from '#shared/contracts/primitives.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import type { WebhookData, WebhookKind } from './webhook-kinds.ts'

interface NewEvent<Kind extends WebhookKind> {
  kind: Kind
  /** The article that it is about, whose events are delivered in order. */
  article: string | null
  at: Instant
  data: WebhookData<Kind>
}

/**
 * Says in the transaction of an edit what every receiver is to be told: neither the edit nor the
 * event exists without the other. Where there is no receiver, nothing is written.
 */
export function notifyReceivers<Kind extends WebhookKind>(
  { tx, send }: Pick<Edit, 'tx' | 'send'>,
  { kind, article, at, data }: NewEvent<Kind>,
): void {
  // As text, so that every try sends the same bytes.
  const body = JSON.stringify({ type: kind, timestamp: at, data })
  const event = randomUUID()
  send(
    tx
      .insertInto('webhook_delivery')
      .columns(['event', 'receiver', 'kind', 'article', 'at', 'body'])
      .expression(
        tx
          .selectFrom('webhook_receiver')
          .select([
            sql<string>`${event}::uuid`.as('event'),
            'name',
            sql<string>`${kind}::text`.as('kind'),
            sql<string | null>`${article}::uuid`.as('article'),
            sql<Instant>`${at}::timestamptz`.as('at'),
            sql<string>`${body}::text`.as('body'),
          ]),
      ),
  )
}

/** Makes the receivers those of the settings. What waits for one that is gone is forgotten with it. */
export async function setReceivers(db: Kysely<Database>, names: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const gone = tx.deleteFrom('webhook_receiver')
    await (names.length === 0 ? gone : gone.where('name', 'not in', names)).execute()
    if (names.length === 0) return
    await tx
      .insertInto('webhook_receiver')
      .values(names.map((name) => ({ name })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** An event that a receiver has refused, or not answered, as often as it was sent. */
export interface FailedDelivery {
  id: string
  receiver: string
  kind: string
  at: Instant
  failedAt: Instant
  tries: number
  reason: string
}

/** @param options.after as the last answer says */
export async function listFailed(
  db: Reader,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ deliveries: FailedDelivery[]; after?: string }> {
  let query = db
    .selectFrom('webhook_delivery')
    .select(['position', 'event as id', 'receiver', 'kind', 'at', 'tries'])
    .select(['failed_at as failedAt', 'reason'])
    .where('failed_at', 'is not', null)
    .orderBy('position', 'desc')
    .limit(limit)
  if (after !== undefined) query = query.where('position', '<', after)
  const rows = await query.execute()
  const last = rows[limit - 1]
  return {
    deliveries: rows.map(({ position: _, failedAt, reason, ...row }) => ({
      ...row,
      failedAt: String(failedAt),
      reason: String(reason),
    })),
    ...(last && { after: last.position }),
  }
}

/** @returns for how many receivers the event is sent again */
export async function sendAgain(db: Kysely<Database>, event: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set({ failed_at: null, reason: null, tries: 0, next_at: sql`now()` })
    .where('event', '=', event)
    .where('failed_at', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
