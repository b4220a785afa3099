import type { Transaction } from 'kysely'
import type { Reader } from './reader.ts'
import type { Database } from './schema.ts'

/** What is stored under a name; `undefined` when nothing is. */
export async function findSetting(db: Reader, name: string): Promise<object | undefined> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

/** Stores a value, as JSON can carry it, in place of what was there. */
export async function saveSetting(
  tx: Transaction<Database>,
  name: string,
  setting: object,
): Promise<void> {
  const value = JSON.stringify(setting)
  await tx
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
