import { type Kysely, sql } from 'kysely'

/**
 * What of an ad string is shown, beside the string as it came. Existing rows have the version 0:
 * the next import parses them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ad
      add column shown jsonb not null default '[]',
      add column parser_version integer not null default 0
  `.execute(db)
}
