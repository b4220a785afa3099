import type { Kysely } from 'kysely'
import type { Instant } from '#shared/contracts/primitives.ts'
import { withoutSecrets } from '#shared/known-secrets.ts'
import type { Database } from '../database/schema.ts'

/** Records when the last successful backup began: failures before it are over. */
export async function recordBackup(db: Kysely<Database>, begunAt: Instant): Promise<void> {
  await db
    .insertInto('last_backup')
    .values({ begun_at: begunAt })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ begun_at: begunAt }))
    .execute()
  await db.deleteFrom('backup_failure').execute()
}

const MAX_REASON = 500

/**
 * Records that a backup failed, for the people who are to mend it. It stays until one succeeds.
 *
 * @param reason its first line is kept
 */
export async function recordFailure(
  db: Kysely<Database>,
  failedAt: Date,
  reason: string,
): Promise<void> {
  const [line = ''] = withoutSecrets(reason).split('\n')
  const failure = { failed_at: failedAt.toISOString(), reason: line.slice(0, MAX_REASON) }
  await db
    .insertInto('backup_failure')
    .values(failure)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(failure))
    .execute()
}
