import type { Transaction } from 'kysely'
import type { Reader } from './reader.ts'
import type { Database } from './schema.ts'

/** The value stored under a name; `undefined` if there is none. */
export async function findSetting(db: Reader, name: string): Promise<object | undefined> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

/** The statement that stores a JSON value under a name and replaces the previous one. */
export function settingRow(tx: Transaction<Database>, name: string, setting: object) {
  const value = JSON.stringify(setting)
  return tx
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
}

/** Stores a JSON value under a name and replaces the previous one. */
export async function saveSetting(...row: Parameters<typeof settingRow>): Promise<void> {
  await settingRow(...row).execute()
}
