import path from 'node:path'
import { CONTENT_SCHEMA, type Database } from '../../../services/content/database/schema.ts'
import { importContent } from '../../../services/content/import/import-content.ts'
import { RENDER_SCHEMA } from '../../../services/render/worker/records/database.ts'
import { connect } from '../../../services/shared/database/connect.ts'
import { migrate } from '../../../services/shared/database/migrate.ts'
import { migrateQueue } from '../../../services/shared/queues/migrate-queue.ts'

const CONTENT = path.resolve(import.meta.dirname, '../../../content')

/** Creates every table that the site's processes need, and imports the site's own content. */
export async function fillDatabase(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl, CONTENT_SCHEMA)
  await migrate(databaseUrl, RENDER_SCHEMA)
  await migrateQueue(databaseUrl)
  const store = connect<Database>(databaseUrl, { schema: CONTENT_SCHEMA })
  const from = { folder: CONTENT, locale: 'en_US', now: new Date() } as const
  await importContent(store.write, from)
  await store.close()
}
