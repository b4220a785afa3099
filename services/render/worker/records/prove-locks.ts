import { sql, type Transaction } from 'kysely'
import type { RenderDatabase } from './database.ts'

/** Milliseconds after an answer of the database during which our locks certainly still hold. */
export const TRUSTED_MS = 1_000

/**
 * A process that was suspended, or whose machine was, may wake up without its locks: its session
 * was ended, and others have published newer pages since. So Postgres is asked again if its last
 * answer is older than a moment.
 *
 * @param tx the transaction that takes the locks next
 * @returns a function that throws when the transaction is over
 */
export function proveLocks(tx: Transaction<RenderDatabase>): () => Promise<unknown> {
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
