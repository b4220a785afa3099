import { type Kysely, sql } from 'kysely'

/** What facts are about: the headings under which pages list them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table fact add column subject text`.execute(db)
}
