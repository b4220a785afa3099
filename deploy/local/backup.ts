import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { backupFile } from '../../services/content/backup/folder-backups.ts'
import { describeBackup } from '../../services/content/backup/report.ts'
import { takeBackup } from '../../services/content/backup/take-backup.ts'
import { CONTENT_SCHEMA, type Database } from '../../services/content/database/schema.ts'
import { connect } from '../../services/shared/database/connect.ts'
import type { CleanUp } from './clean-up.ts'
import { loadConfig } from './config.ts'
import { openSiteDatabase } from './open-site-database.ts'
import { runCommand } from './run-command.ts'
import { StartError } from './start-error.ts'

/**
 * `npm run backup -- --out FILE`: everything that the database holds and that cannot be made again.
 */

const USAGE = `Usage: npm run backup -- --out FILE

DATA_DIR or DATABASE_URL say whose. The site may run meanwhile.`

const complain = (line: string) => process.stderr.write(`${line}\n`)

async function run(cleanUp: CleanUp, signal: AbortSignal): Promise<void> {
  const file = readArguments()
  const config = loadConfig(process.env)
  if (config.DATABASE_URL === undefined) requireDatabase(config.DATA_DIR)
  const databaseUrl = await openSiteDatabase(config, cleanUp, complain)
  const store = connect<Database>(databaseUrl, { schema: CONTENT_SCHEMA, max: 1, patient: true })
  cleanUp.add(store.close)
  const backup = await takeBackup(store.write, { to: backupFile(file), signal })
  process.stdout.write(`${describeBackup(backup)}\n`)
}

function readArguments(): string {
  try {
    const { values } = parseArgs({ options: { out: { type: 'string' } } })
    if (values.out) return values.out
  } catch {
    // Reported below, as for a missing file.
  }
  throw new StartError(USAGE)
}

/** Without this check, an empty database would be created and backed up. */
function requireDatabase(dataFolder: string): void {
  if (existsSync(path.join(dataFolder, 'postgres', 'PG_VERSION'))) return
  throw new StartError(
    `There is no database in DATA_DIR ${path.resolve(dataFolder)}. Set DATA_DIR or DATABASE_URL to that of the site.`,
  )
}

await runCommand(run, { stopped: 'Stopped: there is no backup.' })
