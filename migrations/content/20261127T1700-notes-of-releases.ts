import { type Kysely, sql } from 'kysely'

/** What a release says to readers of a change that it publishes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table draft add column change_note jsonb not null default '{}'`.execute(db)
}
