import { loadIdentities } from '../../services/content/backup/backup-config.ts'
import { verifyBackup } from '../../services/content/backup/backup-file.ts'
import { backupFile } from '../../services/content/backup/folder-backups.ts'
import { describeRestored, readRestoreArguments } from '../../services/content/backup/report.ts'
import { restoreBackup } from '../../services/content/backup/restore-backup.ts'
import { CONTENT_SCHEMA, type Database } from '../../services/content/database/schema.ts'
import { connect } from '../../services/shared/database/connect.ts'
import { sayRetry } from '../../services/shared/database/say-retry.ts'
import { settlesWithin } from '../../services/shared/settles-within.ts'
import type { CleanUp } from './clean-up.ts'
import { loadConfig } from './config.ts'
import { openSiteDatabase } from './open-site-database.ts'
import { runCommand } from './run-command.ts'

/** `npm run restore -- FILE`: puts a backup in the place of what the database holds. */

const USAGE = `Usage: npm run restore -- FILE [--replace]

  --replace  what is in the database may go

DATA_DIR or DATABASE_URL say where it goes; SITE_LOCALE must be the backup's. The site may run. An
encrypted one is read with the key in BACKUP_IDENTITY_FILE.
`
const CLOSE_MS = 1_000

const complain = (line: string) => process.stderr.write(`${line}\n`)

async function run(cleanUp: CleanUp, signal: AbortSignal): Promise<void> {
  const { file, replace } = readRestoreArguments(process.argv.slice(2), USAGE)
  const config = loadConfig(process.env)
  // Verify before a database is created.
  const from = backupFile(file)
  const identities = loadIdentities(process.env)
  await verifyBackup(from, identities)
  const databaseUrl = await openSiteDatabase(config, cleanUp, complain)
  const store = connect<Database>(databaseUrl, { schema: CONTENT_SCHEMA, max: 1, patient: true })
  cleanUp.add(async () => {
    await settlesWithin(CLOSE_MS, store.close())
  })
  // After a stop signal, nothing must be replaced.
  signal.throwIfAborted()
  const restored = await Promise.race([
    restoreBackup(store.write, {
      from,
      identities,
      replace,
      locale: config.SITE_LOCALE,
      onRetry: sayRetry,
    }),
    untilAborted(signal),
  ])
  process.stdout.write(`${describeRestored(restored)}\n`)
}

/** The database rolls back an unfinished restore: all of it happens, or nothing. */
function untilAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason))
  return promise
}

await runCommand(run, { stopped: 'Stopped: nothing was restored.' })
