import { sql, type Transaction } from 'kysely'
import type { Database } from './database.ts'

/** Milliseconds. For so long at least, a database that was there a moment ago has given our locks to nobody else. */
export const TRUSTED_MS = 1_000

/**
 * Who was stopped for a while, or whose machine was, may wake up without the locks that it had: its
 * session was ended, and others have published newer pages since. So Postgres is asked once more when
 * it was not heard for longer than a moment.
 *
 * @param tx the locks are asked for next
 * @returns throws when the transaction is over
 */
export function proveLocks(tx: Transaction<Database>): () => Promise<unknown> {
  let askedAt = performance.now()
  let proof: Promise<unknown> = Promise.resolve()
  return () => {
    const now = performance.now()
    if (now - askedAt > TRUSTED_MS) {
      askedAt = now
      proof = sql`select 1`.execute(tx)
    }
    return proof
  }
}
