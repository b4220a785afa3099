import { RENDER_SCHEMA } from '../../services/render/worker/records/database.ts'
import { migrate } from '../../services/shared/database/migrate.ts'
import { sayRetry } from '../../services/shared/database/say-retry.ts'
import { migrateQueue } from '../../services/shared/queues/migrate-queue.ts'

/**
 * Brings what render and its worker keep in the database up to date.
 *
 * @returns the address of the database again
 */
export async function migratePages(databaseUrl: string): Promise<string> {
  await migrate(databaseUrl, RENDER_SCHEMA, { onRetry: sayRetry })
  await migrateQueue(databaseUrl, { onRetry: sayRetry })
  return databaseUrl
}
