import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

/**
 * Does work that only one replica may do at a time. The lock belongs to a connection of its own and
 * ends with it; the work uses other connections.
 *
 * @param lock a name that no other work has
 * @returns false, at once, while another replica does it
 */
export function whileAlone(
  db: Kysely<Database>,
  lock: string,
  work: () => Promise<void>,
): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(hashtext(${lock})) as locked
    `.execute(connection)
    if (!rows[0]?.locked) return false
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${lock}))`.execute(connection)
    }
    return true
  })
}
