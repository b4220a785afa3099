import { Type } from 'typebox'
import { parseEnv } from '#shared/config.ts'
import { Locale } from '#shared/contracts/primitives.ts'
import { connect } from '#shared/database/connect.ts'
import { sayRetry } from '#shared/database/say-retry.ts'
import { describeFailure, describeRestored, readRestoreArguments } from './backup/report.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { CONTENT_SCHEMA, type Database } from './database/schema.ts'

/** Restores a backup into the site's database. The site may be running. */

const USAGE = `Usage: restore FILE [--replace]

  --replace  what is in the database may go

DATABASE_URL says where it goes; SITE_LOCALE, when it is set, must be the backup's.
`

const RestoreEnv = Type.Object({
  DATABASE_URL: Type.String({ minLength: 1 }),
  SITE_LOCALE: Type.Optional(Locale),
})

async function run(): Promise<void> {
  const { file, replace } = readRestoreArguments(process.argv.slice(2), USAGE)
  const { DATABASE_URL, SITE_LOCALE } = parseEnv(RestoreEnv, process.env)
  const store = connect<Database>(DATABASE_URL, { schema: CONTENT_SCHEMA, max: 1, patient: true })
  try {
    const restored = await restoreBackup(store.write, {
      file,
      replace,
      locale: SITE_LOCALE,
      onRetry: sayRetry,
    })
    process.stdout.write(`${describeRestored(restored)}\n`)
  } finally {
    await store.close()
  }
}

// As process 1 of a container, this process gets no default handling of signals.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    process.stderr.write('Stopped: nothing was restored.\n')
    process.exit(1)
  })
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`)
  process.exitCode = 1
}
