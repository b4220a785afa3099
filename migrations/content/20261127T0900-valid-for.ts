import { type Kysely, sql } from 'kysely'

/** The year for which the figures of a text are right. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = '3s'`.execute(db)
  await sql`alter table article add column valid_for smallint`.execute(db)
}
