import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Type } from 'typebox'
import { parseEnv } from '#shared/config.ts'
import { Locale } from '#shared/contracts/primitives.ts'
import { connect } from '#shared/database/connect.ts'
import { requireIdentity } from '#shared/database/site-identity.ts'
import { asBackupError } from './backup/backup-error.ts'
import { verifyBackup } from './backup/backup-file.ts'
import { backupName, listBackups, pruneBackups } from './backup/prune-backups.ts'
import {
  describeBackup,
  describeFailure,
  describeRead,
  readBackupArguments,
} from './backup/report.ts'
import { recordBackup, takeBackup } from './backup/take-backup.ts'
import { CONTENT_SCHEMA, type Database } from './database/schema.ts'

/**
 * Takes a backup into a folder, as the nightly job does, and removes the oldest ones there; or reads
 * those that are there.
 */

const USAGE = `Usage: backup [list | verify FILE ...]

  without a word   takes a backup into BACKUP_DIR, and removes old ones: of BACKUP_KEEP days one is kept each
  list             reads all backups in BACKUP_DIR, and says of each what it has and whether it is whole
  verify FILE ...  the same of these

DATABASE_URL says of what it is taken; list and verify need no database. They fail if one is damaged.
`

const FolderEnv = Type.Object({
  BACKUP_DIR: Type.String({ minLength: 1, default: '/var/lib/finlore/backups' }),
})
const BackupEnv = Type.Object({
  ...FolderEnv.properties,
  DATABASE_URL: Type.String({ minLength: 1 }),
  /** Which site the database must be of: the backups of another one must not make room for it. */
  SITE_LOCALE: Type.Optional(Locale),
  /** The number of days of which the newest backup is kept. */
  BACKUP_KEEP: Type.Integer({ minimum: 1, maximum: 10_000, default: 14 }),
})

const STOP_MS = 3_000

const say = (line: string) => process.stdout.write(`${line}\n`)

async function run(signal: AbortSignal): Promise<void> {
  const wanted = readBackupArguments(process.argv.slice(2), USAGE)
  switch (wanted.task) {
    case 'help':
      say(USAGE.trimEnd())
      return
    case 'verify':
      return verify(wanted.files)
    case 'take':
      return take(signal)
    default:
      return wanted satisfies never
  }
}

/** @param files all of the folder where there are none */
async function verify(files: readonly string[]): Promise<void> {
  const { BACKUP_DIR } = parseEnv(FolderEnv, process.env)
  const all = (await listBackups(BACKUP_DIR)).map((name) => path.join(BACKUP_DIR, name))
  for (const file of files.length > 0 ? files : all) {
    try {
      const head = await verifyBackup(file)
      say(describeRead(path.basename(file), (await stat(file)).size, head))
    } catch (error) {
      say(describeFailure(error))
      process.exitCode = 1
    }
  }
  if (files.length === 0 && all.length === 0) say(`There are no backups in ${BACKUP_DIR}.`)
}

async function take(signal: AbortSignal): Promise<void> {
  const env = parseEnv(BackupEnv, process.env)
  const { DATABASE_URL, BACKUP_DIR, BACKUP_KEEP } = env
  const store = connect<Database>(DATABASE_URL, { schema: CONTENT_SCHEMA, max: 1, patient: true })
  try {
    await asBackupError(requireIdentity(store.write, { locale: env.SITE_LOCALE }))
    const now = new Date()
    const file = path.join(BACKUP_DIR, backupName(now))
    const backup = await takeBackup(store.write, { file, signal })
    say(describeBackup(backup))
    for (const name of await pruneBackups(BACKUP_DIR, BACKUP_KEEP, now)) say(`removed ${name}`)
    // Last, so that operators see a successful backup only after everything else has succeeded.
    await recordBackup(store.write, backup.head.takenAt)
  } finally {
    await store.close()
  }
}

const stop = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort())
// The database may be executing something that cannot be cancelled.
stop.signal.addEventListener('abort', () => setTimeout(() => process.exit(1), STOP_MS).unref())

try {
  await run(stop.signal)
} catch (error) {
  const stopped = stop.signal.aborted
  process.stderr.write(stopped ? 'Stopped: there is no backup.\n' : `${describeFailure(error)}\n`)
  process.exitCode = 1
}
