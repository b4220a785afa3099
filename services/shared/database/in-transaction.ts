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
 * @throws what the first statement that failed threw
 */
export async function inTransaction<Schema, Result>(
  db: Kysely<Schema>,
  work: (tx: Transaction<Schema>, send: Send<Schema>) => Promise<Result>,
): Promise<Result> {
  const sent: Promise<unknown>[] = []
  const failures: unknown[] = []
  const outcome = db.transaction().execute(async (tx) => {
    try {
      return await work(tx, (statement) => {
        const answer = tx.executeQuery(statement.compile(tx))
        sent.push(answer.catch((error: unknown) => failures.push(error)))
      })
    } finally {
      // Kysely takes some steps until a statement is on its way, and the end must come behind it.
      if (sent.length > 0) await nextTurn()
    }
  })
  await Promise.allSettled([outcome])
  await Promise.all(sent)
  const failure = failures.find((error) => !isAftermath(error))
  if (failure !== undefined) throw failure
  return outcome
}

/** Postgres refuses what follows a statement that failed, and says no more than that. */
const isAftermath = (error: unknown) => Reflect.get(Object(error), 'code') === '25P02'
