import { type Kysely, sql } from 'kysely'

/** Which facts stand on the home page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table fact add column on_home boolean not null default false`.execute(db)
}
