import { Type } from 'typebox'
import { parseEnv } from '#shared/config.ts'
import { connect } from '#shared/database/connect.ts'
import { migrate } from '#shared/database/migrate.ts'
import { sayRetry } from '#shared/database/say-retry.ts'
import { requireIdentityAt } from '#shared/database/site-identity.ts'
import { CONTENT_SCHEMA, type Database } from '../database/schema.ts'
import { describeRemarks } from '../folder/content-problem.ts'
import { type ImportResult, importContent } from '../import/import-content.ts'
import { createImportLine } from '../import/import-line.ts'
import { type ContentCommand, FolderEnv, readOptions } from './command.ts'

const ImportEnv = Type.Object({
  ...FolderEnv.properties,
  DATABASE_URL: Type.String({ minLength: 1 }),
})

export const importCommand: ContentCommand = {
  usage: '[--default-entities]',
  summary: `checks the content folder and writes it to the database at DATABASE_URL
                     --default-entities        files articles without a category under the fallback
                                               subcategory of every category`,
  async run(args) {
    const options = readOptions(args, { 'default-entities': { type: 'boolean', default: false } })
    const env = parseEnv(ImportEnv, process.env)
    await requireIdentityAt(env.DATABASE_URL, { locale: env.SITE_LOCALE })
    await migrate(env.DATABASE_URL, CONTENT_SCHEMA, { onRetry: sayRetry })
    const store = connect<Database>(env.DATABASE_URL, { schema: CONTENT_SCHEMA, waitsLong: true })
    try {
      const result = await importContent(store.write, {
        folder: env.CONTENT_DIR,
        locale: env.SITE_LOCALE,
        now: new Date(),
        defaultEntities: options['default-entities'],
        onProgress: createImportLine(process.stderr),
      })
      return { output: [...describeRemarks(result.remarks), describeOutcome(result)].join('\n') }
    } finally {
      await store.close()
    }
  },
}

/** What the import has saved, as a line without a full stop. */
export function describeOutcome({
  changed,
  revision,
  articles,
  changedArticles,
}: Omit<ImportResult, 'remarks'>): string {
  if (!changed) return `${articles} articles, nothing changed: revision ${revision}`
  return changedArticles === 0
    ? `imported as revision ${revision}; no article changed`
    : `${changedArticles} of ${articles} articles imported as revision ${revision}`
}
