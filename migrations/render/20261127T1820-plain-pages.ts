import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = '3s'`.execute(db)

  // Whether the page store has its texts without compressed forms. Pages that exist have them.
  await sql`alter table page add column plain boolean not null default false`.execute(db)
}
