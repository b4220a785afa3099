import { type Kysely, sql } from 'kysely'

/** Why the last backup failed, if it did: without a row, none failed since one succeeded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup_failure (
      only_row   boolean primary key default true check (only_row),
      failed_at  timestamptz not null,
      reason     text not null
    )
  `.execute(db)
}
