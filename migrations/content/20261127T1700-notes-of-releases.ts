import { type Kysely, sql } from 'kysely'

/** What readers are told of a change that is published with a release. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table draft add column change_note jsonb not null default '{}'`.execute(db)
}
