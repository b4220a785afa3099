import { inject } from 'vitest'
import { CONTENT_SCHEMA, type Database } from '../../../services/content/database/schema.ts'
import { importContent } from '../../../services/content/import/import-content.ts'
import { connect } from '../../../services/shared/database/connect.ts'
import { copyContent } from '../content/content-folder.ts'

/**
 * Imports the content of a wired site with one file of it changed, as an editor would.
 *
 * @param databaseUrl of the site
 * @param file below `content/`
 */
export async function importChanged(
  databaseUrl: string,
  file: string,
  change: (text: string) => string,
) {
  const content = await copyContent(inject('someContent'))
  const store = connect<Database>(databaseUrl, { schema: CONTENT_SCHEMA })
  try {
    await content.write(file, change(await content.read(file)))
    const options = { folder: content.folder, locale: 'en_US', now: new Date() } as const
    return await importContent(store.write, options)
  } finally {
    await store.close()
    await content.dispose()
  }
}
