import { type Kysely, sql } from 'kysely'

/** What was changed in an article, in words for readers; the latest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table article add column changes jsonb not null default '[]'`.execute(db)
}
