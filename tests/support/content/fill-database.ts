import { CONTENT_SCHEMA, type Database } from '../../../services/content/database/schema.ts'
import { importContent } from '../../../services/content/import/import-content.ts'
import { RENDER_SCHEMA } from '../../../services/render/worker/records/database.ts'
import { connect } from '../../../services/shared/database/connect.ts'
import { migrate } from '../../../services/shared/database/migrate.ts'
import { migrateQueue } from '../../../services/shared/queues/migrate-queue.ts'
import { REAL_CONTENT } from './content-folder.ts'

/** Creates every table that the site's processes need, and imports the site's own content. */
export async function fillDatabase(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl, CONTENT_SCHEMA)
  await migrate(databaseUrl, RENDER_SCHEMA)
  await migrateQueue(databaseUrl)
  await importInto(databaseUrl)
}

/** Imports English content, the site's own unless given, and leaves no connection open. */
export async function importInto(
  databaseUrl: string,
  { folder = REAL_CONTENT, now = new Date() } = {},
): Promise<void> {
  const { write, close } = connect<Database>(databaseUrl, { schema: CONTENT_SCHEMA })
  await importContent(write, { folder, locale: 'en_US', now })
  await close()
}
