import path from 'node:path'
import { type Static, Type } from 'typebox'
import { hasShape } from '#shared/check-shape.ts'
import { parseEnv } from '#shared/config.ts'
import { Locale, Slug } from '#shared/contracts/primitives.ts'
import { connect } from '#shared/database/connect.ts'
import { migrate } from '#shared/database/migrate.ts'
import { CONTENT_SCHEMA, type Database } from './database/schema.ts'
import { findSources } from './explain/config.ts'
import { explainEdits } from './explain/explain-edits.ts'
import { printExplanation } from './explain/print-explanation.ts'
import { checkContent } from './import/check-content.ts'
import { ContentError, describeRemarks } from './import/content-problem.ts'
import { importContent } from './import/import-content.ts'
import { readContent } from './import/read-content.ts'
import { remarksOnAds } from './import/remarks-on-ads.ts'

/** The editors' tools: `npm run content -- lint | import | explain`. */

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

  lint             checks the content folder and writes nothing
  import           checks the content folder and writes it to the database at DATABASE_URL
  explain <slug>   says which stored pages an edit of that article would rebuild, and why

SITE_LOCALE chooses the language (en_US), CONTENT_DIR the folder (content). explain asks the running
site: CONTENT_URL, WORKER_URL, and EDITOR_TOKEN or DATA_DIR where the token lies.
`

async function lint({ CONTENT_DIR, SITE_LOCALE }: Static<typeof FolderEnv>): Promise<string> {
  const tree = await readContent(CONTENT_DIR, SITE_LOCALE)
  await checkContent(tree, new Date())
  const remarks = tree.ads ? remarksOnAds(tree.ads) : []
  return [
    ...describeRemarks(remarks),
    `${tree.articles.length} articles of ${SITE_LOCALE}: nothing is wrong`,
  ].join('\n')
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
    const outcome = result.changed
      ? `${result.changedArticles} of ${result.articles} articles imported as revision ${result.revision}`
      : `${result.articles} articles, nothing changed: revision ${result.revision}`
    return [...describeRemarks(result.remarks), outcome].join('\n')
  } finally {
    await store.close()
  }
}

async function explain(slug: string | undefined): Promise<string> {
  if (!hasShape(Slug, slug)) {
    throw new Error('Say which article: npm run content -- explain how-a-broad-index-etf-works')
  }
  return printExplanation(await explainEdits(await findSources(process.env), slug))
}

async function run(command: string | undefined, argument: string | undefined): Promise<number> {
  try {
    switch (command) {
      case 'lint':
        process.stdout.write(`${await lint(parseEnv(FolderEnv, process.env))}\n`)
        return 0
      case 'import':
        process.stdout.write(`${await importAll(parseEnv(ImportEnv, process.env))}\n`)
        return 0
      case 'explain':
        process.stdout.write(await explain(argument))
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

process.exitCode = await run(process.argv[2], process.argv[3])
