import { type Kysely, sql } from 'kysely'

/** When the last backup that succeeded was begun: the content as it was then is safe. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table last_backup (
      only_row  boolean primary key default true check (only_row),
      begun_at  timestamptz not null
    )
  `.execute(db)
}
