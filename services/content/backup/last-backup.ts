import type { Kysely } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Registry } from 'prom-client'
import type { Instant } from '#shared/contracts/primitives.ts'
import { observeWith } from '#shared/metrics/observe.ts'
import type { Database } from '../database/schema.ts'

/** Remembers that the content as it was then is safe. */
export async function recordBackup(db: Kysely<Database>, begunAt: Instant): Promise<void> {
  await db
    .insertInto('last_backup')
    .values({ begun_at: begunAt })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ begun_at: begunAt }))
    .execute()
}

/** Shows operators when that was. */
export function observeBackups(registry: Registry, db: ReadonlyKysely<Database>): void {
  observeWith(registry).gauge({
    name: 'finlore_backup_last_success_timestamp_seconds',
    help: 'When the last backup that succeeded was begun, in seconds since 1970; 0 before the first',
    async read() {
      const last = await db.selectFrom('last_backup').select('begun_at').executeTakeFirst()
      return last ? Date.parse(last.begun_at) / 1_000 : 0
    },
  })
}
