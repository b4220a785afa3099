import { type Kysely, type Selectable, sql } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import { together } from '#shared/together.ts'
import type { Database } from './schema.ts'

/** Where in its history the database is in a snapshot. */
export type History = Pick<Selectable<Database['history']>, 'feed' | 'revision'>

const BEGIN = sql`start transaction isolation level repeatable read read only`
const END = sql`commit`

/**
 * Reads from one snapshot, so that what is read and the revision it stands for agree.
 *
 * Begin and end are sent along with what is read: unlike those of an edit, nobody need wait for
 * their answers. Who reads need not wait for the history either, until it is needed.
 */
export function inSnapshot<T>(
  db: ReadonlyKysely<Database>,
  read: (snapshot: ReadonlyKysely<Database>, history: Promise<History>) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (snapshot) => {
    // Kysely offers readers no statements but its own; these two write nothing.
    const connection: Kysely<Database> = snapshot as never
    try {
      const begun = BEGIN.execute(connection)
      const history = snapshot
        .selectFrom('history')
        .select(['feed', 'revision'])
        .executeTakeFirstOrThrow()
      const [, , result] = await together([begun, history, read(snapshot, history)])
      return result
    } finally {
      // A connection that cannot end it is broken, and whoever has it next hears so.
      END.execute(connection).catch(() => {})
    }
  })
}
