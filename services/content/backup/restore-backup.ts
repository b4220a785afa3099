import { type Kysely, sql, type Transaction } from 'kysely'
import type { Locale, Revision } from '#shared/contracts/primitives.ts'
import { emptySchema } from '#shared/database/empty-schema.ts'
import { runMigrations } from '#shared/database/migrate.ts'
import { listMigrations } from '#shared/database/migration-files.ts'
import { requireIdentity } from '#shared/database/site-identity.ts'
import { type TryAgainOptions, tryAgain } from '#shared/database/try-again.ts'
import { CHANGE_CHANNEL } from '../changes/change-notice.ts'
import { CONTENT_SCHEMA, type Database } from '../database/schema.ts'
import { openDrafts } from '../editions/stored-release.ts'
import { relinkEveryArticle } from '../edits/relink.ts'
import { asBackupError, BackupError } from './backup-error.ts'
import {
  type BackupHead,
  type BackupRow,
  type BackupTable,
  readBackup,
  verifyBackup,
} from './backup-file.ts'
import { listKeptTables } from './kept-tables.ts'
import { recordBackup } from './record-backup.ts'
import type { ReadableBackup } from './stored-backup.ts'

export interface RestoreOptions {
  from: ReadableBackup
  /** The keys to it, where it is encrypted. */
  identities?: readonly string[] | undefined
  /** Whether existing content may be replaced. */
  replace: boolean
  /** The language of the restored site; by default that of the backup. */
  locale?: Locale | undefined
  /** Called with the reason before each further attempt. */
  onRetry?: TryAgainOptions['onRetry']
}

export type Restored = Awaited<ReturnType<typeof restoreWithin>>

/**
 * Revisions that are skipped. An editor may have read an article after the backup; if its revision
 * came again, their edit could overwrite one that they have not seen.
 */
const LEFT_OUT = 1_000_000

/**
 * Replaces all content of the database by a backup, entirely or not at all. The change feed gets a
 * new id, so followers start over. A backup of an older version goes through all later migrations.
 *
 * @param db a connection without a short statement timeout
 * @throws {BackupError} when the backup is damaged or does not fit; nothing was written then
 * @throws {EnvironmentError} when the database is that of a site in another language
 */
export async function restoreBackup(
  db: Kysely<Database>,
  options: RestoreOptions,
): Promise<Restored> {
  const head = await verifyBackup(options.from, options.identities)
  requireKnown(head, await listMigrations(CONTENT_SCHEMA))
  requireLocale(head, options.locale)
  await asBackupError(requireIdentity(db, { locale: head.locale ?? options.locale }))
  // Retrying is safe: a conflict can only be about a lock, which is taken at the beginning.
  const once = () => db.transaction().execute((tx) => restoreWithin(tx, head, options))
  return asBackupError(tryAgain(once, { onRetry: options.onRetry }))
}

async function restoreWithin(
  tx: Transaction<Database>,
  head: BackupHead,
  { from, identities, replace }: RestoreOptions,
) {
  const former = await takeOver(tx, replace)
  await emptySchema(tx, CONTENT_SCHEMA)
  await runMigrations(tx, CONTENT_SCHEMA, head.migrations.at(-1))
  await readBackup(from, (_head, rows) => insertBackupRows(tx, rows), identities)
  // A table cannot be altered while deferred constraints are pending.
  await sql`set constraints all immediate`.execute(tx)
  await runMigrations(tx, CONTENT_SCHEMA)

  /** The first revision of the restored site. */
  const revision: Revision = Math.max(head.revision + LEFT_OUT, former + 1)
  await tx.updateTable('history').set({ revision }).execute()
  await holdMissed(tx)
  await relinkEveryArticle(tx)
  await recordBackup(tx, head.takenAt)
  // Without statistics, Postgres plans queries of the new tables badly.
  for (const { name } of await listKeptTables(tx)) {
    await sql`analyze ${sql.id(CONTENT_SCHEMA, name)}`.execute(tx)
  }
  await sql`select pg_notify(${CHANGE_CHANNEL}, ${String(revision)})`.execute(tx)
  return { head, revision }
}

/** What was to be published before the restore may have been: only a person can tell. */
async function holdMissed(tx: Transaction<Database>): Promise<void> {
  const message =
    'A backup of before its time was restored after it: look whether it was published, then publish it or cancel it'
  const missed = await tx
    .updateTable('release')
    .set({ state: 'held', reasons: JSON.stringify([{ field: '', message }]) })
    .where('state', '=', 'scheduled')
    .where('publish_at', '<=', sql<string>`now()`)
    .returning('id')
    .execute()
  for (const { id } of missed) await openDrafts(tx, id)
}

/**
 * Locks the content for everybody else, and checks whether articles would be lost.
 *
 * @returns the newest revision of the existing content
 */
async function takeOver(tx: Transaction<Database>, replace: boolean): Promise<Revision> {
  await sql`set local lock_timeout = '3s'`.execute(tx)
  const claim = await sql<{ alone: boolean; used: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('finlore restore')) as alone,
      to_regclass(${`${CONTENT_SCHEMA}.article`}) is not null as used
  `.execute(tx)
  if (!claim.rows[0]?.alone) throw new BackupError('Another restore is under way.')
  if (!claim.rows[0].used) {
    await sql`create schema if not exists ${sql.id(CONTENT_SCHEMA)}`.execute(tx)
    return 0
  }
  await sql`lock table history, article in access exclusive mode`.execute(tx)
  const article = await tx.selectFrom('article').select('id').limit(1).executeTakeFirst()
  if (article && !replace) {
    throw new BackupError(
      'There are articles in this database, which would be lost. Add --replace to allow that.',
    )
  }
  const history = await tx.selectFrom('history').select('revision').executeTakeFirst()
  return history?.revision ?? 0
}

/** The backup's migrations must be the first ones of this version, in the same order. */
function requireKnown({ migrations }: BackupHead, known: readonly string[]): void {
  const unknown = migrations.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new BackupError(
      `This backup was taken by a newer version: its database had the migration ${unknown}. Restore it with that version.`,
    )
  }
  if (migrations.some((name, at) => name !== known[at])) {
    throw new BackupError(
      'This backup lacks a migration before others that it has: no version can restore it.',
    )
  }
}

function requireLocale({ locale }: BackupHead, wanted: Locale | undefined): void {
  if (wanted === undefined || locale === null || locale === wanted) return
  throw new BackupError(
    `This backup is of a site in ${locale}, and SITE_LOCALE is ${wanted}. Set SITE_LOCALE=${locale}, or take another backup.`,
  )
}

/** Approximate number of bytes inserted by one statement. */
const AT_ONCE_BYTES = 1_000_000

/** Inserts rows as they arrive. The database converts the JSON, which it wrote, back to rows. */
export async function insertBackupRows(
  tx: Kysely<Database>,
  rows: AsyncIterable<BackupRow>,
): Promise<void> {
  let part: { table: BackupTable; lines: string[]; bytes: number } | undefined
  const flush = async () => {
    if (part) await insertPart(tx, part.table, part.lines)
    part = undefined
  }
  for await (const { table, json } of rows) {
    if (part && (part.table !== table || part.bytes >= AT_ONCE_BYTES)) await flush()
    part ??= { table, lines: [], bytes: 0 }
    part.lines.push(json.toString())
    part.bytes += json.length
  }
  await flush()
}

async function insertPart(
  tx: Kysely<Database>,
  { name, columns }: BackupTable,
  lines: readonly string[],
): Promise<void> {
  const table = sql.id(CONTENT_SCHEMA, name)
  const list = sql.join(columns.map((column) => sql.id(column)))
  await sql`
    insert into ${table} (${list})
      select ${list} from json_populate_recordset(null::${table}, ${`[${lines.join(',')}]`}::json)
  `.execute(tx)
}
