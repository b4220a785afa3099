import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CompiledQuery, Kysely, Transaction } from 'kysely'

/** A statement that is ready to be sent. */
export interface Sendable<Schema> {
  compile(tx: Transaction<Schema>): CompiledQuery
}

/** Sends a statement whose answer nobody needs: those that follow it, and the commit, do not wait. */
export type Send<Schema> = (statement: Sendable<Schema>) => void

/**
 * A transaction that spares the way to Postgres and back for whatever is sent. Postgres carries out
 * statements in the order in which they are sent, and takes all back when one of them fails: a
 * commit behind it commits nothing.
 *
 * @param db of `connect` itself: others send a statement only when the one before is answered
 * @throws what the work threw, or the first that failed of what was sent
 */
export async function inTransaction<Schema, Result>(
  db: Kysely<Schema>,
  work: (tx: Transaction<Schema>, send: Send<Schema>) => Promise<Result>,
): Promise<Result> {
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  const sendOn = (tx: Transaction<Schema>) => (statement: Sendable<Schema>) => {
    const answer = tx.executeQuery(statement.compile(tx)).then(
      () => void underWay.delete(answer),
      (error: unknown) => void failures.push(error),
    )
    underWay.add(answer)
  }
  const outcome = db.transaction().execute(async (tx) => {
    const [end] = await Promise.allSettled([Promise.try(work, tx, sendOn(tx))])
    // Kysely takes some steps until a statement is on its way, and the end must come behind it.
    await nextTurn()
    if (end.status === 'rejected') {
      failures.unshift(end.reason)
      throw end.reason
    }
    // What cannot even be sent fails here and not in Postgres, which would commit the rest.
    if (failures.length > 0) throw failures[0]
    return end.value
  })
  await Promise.allSettled([outcome])
  await Promise.all(underWay)
  const cause = failures.find((failure) => !isAftermath(failure))
  if (cause !== undefined) throw cause
  return outcome
}

/** Postgres refuses what follows a statement that failed, and says no more than that. */
const isAftermath = (error: unknown) => Reflect.get(Object(error), 'code') === '25P02'
