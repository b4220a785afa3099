import { type Kysely, type Selectable, sql } from 'kysely'
import { pipelined } from '#shared/database/pg/pipelined.ts'
import { settleAll } from '#shared/settle-all.ts'
import type { ReadDatabase } from './reader.ts'
import type { Database } from './schema.ts'

/** The identity and the revision of the history that a snapshot is at. */
export type History = Pick<Selectable<Database['history']>, 'feed' | 'revision'>

const BEGIN = sql`start transaction isolation level repeatable read read only`
const END = sql`commit`

/**
 * Runs `read` in one snapshot, so that the content and its revision match.
 *
 * Begin and end are sent without waiting for their results, which a read-only transaction does not
 * need. `read` may start before the history has arrived, and awaits it only where it needs the
 * revision.
 */
export function inSnapshot<T>(
  db: ReadDatabase,
  read: (snapshot: ReadDatabase, history: Promise<History>) => Promise<T>,
): Promise<T> {
  return db.connection().execute((connection) =>
    // Kysely's read-only view cannot execute raw statements. These two write nothing.
    pipelined(connection as never as Kysely<Database>, async (tx) => {
      try {
        const beginning = BEGIN.execute(tx)
        const history = tx
          .selectFrom('history')
          .select(['feed', 'revision'])
          .executeTakeFirstOrThrow()
        const [, , result] = await settleAll([beginning, history, read(tx as never, history)])
        return result
      } finally {
        // If the commit fails, the connection is broken, and its next user gets the error.
        END.execute(tx).catch(() => {})
      }
    }),
  )
}
