import path from 'node:path'
import type { Kysely } from 'kysely'
import { connect } from '#shared/database/connect.ts'
import { requireIdentity } from '#shared/database/site-identity.ts'
import { loadPlace, loadTake } from './backup/backup-config.ts'
import { asBackupError } from './backup/backup-error.ts'
import { verifyBackup } from './backup/backup-file.ts'
import { backupName } from './backup/backup-name.ts'
import { LockedBackupError, makeBackupKey } from './backup/encryption.ts'
import { findBackup } from './backup/find-backup.ts'
import { pruneBackups } from './backup/prune-backups.ts'
import { recordBackup, recordFailure } from './backup/record-backup.ts'
import {
  describeBackup,
  describeFailure,
  describeLocked,
  describeRead,
  readBackupArguments,
} from './backup/report.ts'
import type { StoredBackup } from './backup/stored-backup.ts'
import { takeBackup } from './backup/take-backup.ts'
import { CONTENT_SCHEMA, type Database } from './database/schema.ts'

/**
 * Takes a backup into a folder or a bucket, as the nightly job does, and removes old ones there; or
 * reads those that are there.
 */

const USAGE = `Usage: backup [list | verify FILE ... | key]

  without a word   takes a backup, and removes those that are older than BACKUP_KEEP days
  list             reads all backups, and says of each what it has and whether it is whole
  verify FILE ...  the same of these: names that list shows, or paths of files
  key              makes a pair of keys for encrypted backups, and prints it

They are kept in BACKUP_BUCKET or else in BACKUP_DIR, encrypted if BACKUP_RECIPIENTS has public keys.
DATABASE_URL says of what one is taken; the others need no database. To read encrypted ones,
BACKUP_IDENTITY_FILE names the file with the secret key. list and verify fail if one is damaged, and
verify if it cannot be read for lack of a key.
`

const STOP_MS = 3_000

const say = (line: string) => process.stdout.write(`${line}\n`)

async function run(signal: AbortSignal): Promise<void> {
  const wanted = readBackupArguments(process.argv.slice(2), USAGE)
  switch (wanted.task) {
    case 'help':
      say(USAGE.trimEnd())
      return
    case 'key':
      return printKey()
    case 'list':
      return list()
    case 'verify':
      return verify(wanted.files)
    case 'take':
      return take(signal)
    default:
      return wanted satisfies never
  }
}

/** In the form of age-keygen, so that a file of it serves as BACKUP_IDENTITY_FILE, here and for age. */
async function printKey(): Promise<void> {
  const { recipient, identity } = await makeBackupKey()
  say('# Keep this where the backups are not: nothing else reads them.')
  say(`# public key: ${recipient}`)
  say(identity)
}

async function list(): Promise<void> {
  const { place, identities } = loadPlace(process.env)
  const names = await place.list()
  for (const name of names) await read(name, place.backup(name), identities, { isListed: true })
  if (names.length === 0) say(`There are no backups in ${place.name}.`)
}

async function verify(files: readonly string[]): Promise<void> {
  const { place, identities } = loadPlace(process.env)
  for (const file of files) {
    const backup = findBackup(place, file)
    await read(path.basename(file), backup, identities, { isListed: false })
  }
}

async function read(
  name: string,
  backup: StoredBackup,
  identities: readonly string[],
  { isListed }: { isListed: boolean },
): Promise<void> {
  try {
    const head = await verifyBackup(backup, identities)
    say(describeRead(name, await backup.size(), head))
  } catch (error) {
    const isLocked = error instanceof LockedBackupError
    say(isLocked && isListed ? describeLocked(name, await backup.size()) : describeFailure(error))
    if (!isLocked || !isListed) process.exitCode = 1
  }
}

async function take(signal: AbortSignal): Promise<void> {
  const settings = loadTake(process.env)
  const store = connect<Database>(settings.databaseUrl, {
    schema: CONTENT_SCHEMA,
    max: 1,
    patient: true,
  })
  try {
    await asBackupError(requireIdentity(store.write, { locale: settings.locale }))
    await takeAndPrune(store.write, settings, signal)
  } finally {
    await store.close()
  }
}

async function takeAndPrune(
  db: Kysely<Database>,
  { place, recipients, days }: ReturnType<typeof loadTake>,
  signal: AbortSignal,
): Promise<void> {
  const now = new Date()
  const name = backupName(now, recipients.length > 0)
  try {
    const backup = await takeBackup(db, { to: place.backup(name), recipients, signal })
    say(describeBackup(backup))
    for (const removed of await pruneBackups(place, days, name)) say(`removed ${removed}`)
    // Last, so that operators see a successful backup only after everything else has succeeded.
    await recordBackup(db, backup.head.takenAt)
  } catch (error) {
    const reason = signal.aborted ? 'It was stopped before it was done.' : describeFailure(error)
    // Without a database, there is nowhere to record it: the age of the last one shows that.
    await recordFailure(db, now, reason).catch(() => {})
    throw error
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
