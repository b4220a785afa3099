import { connect } from '#shared/database/connect.ts'
import { sayRetry } from '#shared/database/say-retry.ts'
import { loadRestore } from './backup/backup-config.ts'
import { findBackup } from './backup/find-backup.ts'
import { describeFailure, describeRestored, readRestoreArguments } from './backup/report.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { CONTENT_SCHEMA, type Database } from './database/schema.ts'

/** Restores a backup into the site's database. The site may be running. */

const USAGE = `Usage: restore FILE [--replace]

  FILE       the name of a backup in BACKUP_BUCKET or BACKUP_DIR, as backup list shows it; or the path of a file
  --replace  what is in the database may go

An encrypted one is read with the key in BACKUP_IDENTITY_FILE. DATABASE_URL says where it goes; SITE_LOCALE, when it is set, must be the backup's.
`

async function run(): Promise<void> {
  const { file, replace } = readRestoreArguments(process.argv.slice(2), USAGE)
  const { place, identities, databaseUrl, locale } = loadRestore(process.env)
  const store = connect<Database>(databaseUrl, { schema: CONTENT_SCHEMA, max: 1, patient: true })
  try {
    const restored = await restoreBackup(store.write, {
      from: findBackup(place, file),
      identities,
      replace,
      locale,
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
