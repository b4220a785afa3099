import type { Selectable } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Database } from './schema.ts'

/** Where in its history the database is in this snapshot. */
type History = Pick<Selectable<Database['history']>, 'feed' | 'revision'>

/** Reads from one snapshot, so that what is read and the revision it stands for agree. */
export function inSnapshot<T>(
  db: ReadonlyKysely<Database>,
  read: (snapshot: ReadonlyKysely<Database>, history: History) => Promise<T>,
): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const history = await snapshot
        .selectFrom('history')
        .select(['feed', 'revision'])
        .executeTakeFirstOrThrow()
      return read(snapshot, history)
    })
}
