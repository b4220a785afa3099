import type { Kysely } from 'kysely'
import type { Instant } from '#shared/contracts/primitives.ts'
import type { Database } from '../database/schema.ts'

/** Records when the last successful backup began. */
export async function recordBackup(db: Kysely<Database>, begunAt: Instant): Promise<void> {
  await db
    .insertInto('last_backup')
    .values({ begun_at: begunAt })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ begun_at: begunAt }))
    .execute()
}
