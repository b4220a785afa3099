import { type Kysely, sql, type Transaction } from 'kysely'
import type { Locale, Revision } from '#shared/contracts/primitives.ts'
import { emptySchema } from '#shared/database/empty-schema.ts'
import { runMigrations } from '#shared/database/migrate.ts'
import { listMigrations } from '#shared/database/migration-files.ts'
import { type TryAgainOptions, tryAgain } from '#shared/database/try-again.ts'
import { CONTENT_SCHEMA, type Database } from '../database/schema.ts'
import { CHANGE_CHANNEL } from '../editing/commit-edit.ts'
import { relinkEveryArticle } from '../glossary/relink.ts'
import { BackupError, sayWhatIsInTheWay } from './backup-error.ts'
import { readBackup, verifyBackup } from './backup-file.ts'
import type { BackupHead } from './backup-head.ts'
import { insertRows } from './insert-rows.ts'
import { listKeptTables } from './kept-tables.ts'
import { recordBackup } from './last-backup.ts'

export interface RestoreOptions {
  file: string
  /** Whether what is in the database may go. */
  replace: boolean
  /** The language that the site is about to have; whatever the backup is in unless given. */
  locale?: Locale | undefined
  /** Told why it is tried again. */
  onRetry?: TryAgainOptions['onRetry']
}

export interface Restored {
  head: BackupHead
  /** At which the restored site begins. */
  revision: Revision
}

/**
 * So many revisions are left out. Somebody may hold what he read of an article after the backup was
 * taken; if its revision came again, his edit would overwrite one that he has not seen.
 */
const LEFT_OUT = 1_000_000

/**
 * Puts a backup in the place of everything that is in the database's content: all of it, or none.
 * Whoever follows the change feed hears that it is another one, and begins anew. A backup of an older
 * version goes through all migrations since.
 *
 * @param db whose statements may take long
 * @throws {BackupError} when the backup is not sound or does not fit, before anything is written
 */
export async function restoreBackup(
  db: Kysely<Database>,
  options: RestoreOptions,
): Promise<Restored> {
  const head = await verifyBackup(options.file)
  requireKnown(head, await listMigrations(CONTENT_SCHEMA))
  requireLocale(head, options.locale)
  // What is in the way is a lock at the beginning, if anything.
  const once = () => db.transaction().execute((tx) => restoreWithin(tx, head, options))
  return sayWhatIsInTheWay(tryAgain(once, { onRetry: options.onRetry }))
}

async function restoreWithin(
  tx: Transaction<Database>,
  head: BackupHead,
  { file, replace }: RestoreOptions,
): Promise<Restored> {
  const former = await takeOver(tx, replace)
  await emptySchema(tx, CONTENT_SCHEMA)
  await runMigrations(tx, CONTENT_SCHEMA, head.migrations.at(-1))
  await readBackup(file, (_head, rows) => insertRows(tx, rows))
  // Tables whose rules have yet to speak cannot be changed.
  await sql`set constraints all immediate`.execute(tx)
  await runMigrations(tx, CONTENT_SCHEMA)

  const revision = Math.max(head.revision + LEFT_OUT, former + 1)
  await tx.updateTable('history').set({ revision }).execute()
  await relinkEveryArticle(tx)
  await recordBackup(tx, head.takenAt)
  // Until the database has looked at its new tables, it does not know how to ask them.
  for (const { name } of await listKeptTables(tx)) {
    await sql`analyze ${sql.id(CONTENT_SCHEMA, name)}`.execute(tx)
  }
  await sql`select pg_notify(${CHANGE_CHANNEL}, ${String(revision)})`.execute(tx)
  return { head, revision }
}

/**
 * Makes everybody else wait, and sees whether there is something to lose.
 *
 * @returns the newest revision there was
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
      'There are articles in this database. They would be lost: say --replace if they may.',
    )
  }
  const history = await tx.selectFrom('history').select('revision').executeTakeFirst()
  return history?.revision ?? 0
}

/** A backup's migrations are the first ones of ours, or it is not ours to restore. */
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
