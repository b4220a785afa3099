import path from 'node:path'
import { type Static, Type } from 'typebox'
import { parseEnv } from '#shared/config.ts'
import { Locale } from '#shared/contracts/primitives.ts'
import { connect } from '#shared/database/connect.ts'
import { migrate } from '#shared/database/migrate.ts'
import { CONTENT_SCHEMA, type Database } from './database/schema.ts'
import { checkContent } from './import/check-content.ts'
import { ContentError } from './import/content-problem.ts'
import { importContent } from './import/import-content.ts'
import { readContent } from './import/read-content.ts'

/** The editors' tools: `npm run content -- lint | import`. */

const FolderEnv = Type.Object({
  SITE_LOCALE: Type.Enum(Locale.enum, { default: 'en_US' }),
  CONTENT_DIR: Type.String({
    minLength: 1,
    default: path.resolve(import.meta.dirname, '../../content'),
  }),
})
const ImportEnv = Type.Object({
  ...FolderEnv.properties,
  DATABASE_URL: Type.String({ minLength: 1 }),
})

const USAGE = `Usage: npm run content -- <command>

  lint     checks the content folder and writes nothing
  import   checks the content folder and writes it to the database at DATABASE_URL

SITE_LOCALE chooses the language (en_US), CONTENT_DIR the folder (content).
`

async function lint({ CONTENT_DIR, SITE_LOCALE }: Static<typeof FolderEnv>): Promise<string> {
  const tree = await readContent(CONTENT_DIR, SITE_LOCALE)
  checkContent(tree, tree.articles, new Date())
  return `${tree.articles.length} articles of ${SITE_LOCALE}: nothing is wrong`
}

async function importAll(env: Static<typeof ImportEnv>): Promise<string> {
  await migrate(env.DATABASE_URL, CONTENT_SCHEMA)
  const store = connect<Database>(env.DATABASE_URL, { schema: CONTENT_SCHEMA })
  try {
    const result = await importContent(store.write, {
      folder: env.CONTENT_DIR,
      locale: env.SITE_LOCALE,
      now: new Date(),
    })
    return result.changed
      ? `${result.changedArticles} of ${result.articles} articles imported as revision ${result.revision}`
      : `${result.articles} articles, nothing changed: revision ${result.revision}`
  } finally {
    await store.close()
  }
}

async function run(command: string | undefined): Promise<number> {
  try {
    switch (command) {
      case 'lint':
        process.stdout.write(`${await lint(parseEnv(FolderEnv, process.env))}\n`)
        return 0
      case 'import':
        process.stdout.write(`${await importAll(parseEnv(ImportEnv, process.env))}\n`)
        return 0
      default:
        process.stderr.write(USAGE)
        return 2
    }
  } catch (error) {
    // A sentence for what people can mend; the stack for what we must.
    const known = error instanceof ContentError || (error instanceof Error && !error.cause)
    const stack = error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${known ? error.message : stack}\n`)
    return 1
  }
}

process.exitCode = await run(process.argv[2])
