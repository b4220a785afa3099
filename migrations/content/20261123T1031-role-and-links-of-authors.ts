import { type Kysely, sql } from 'kysely'

/** What an author is, and where else readers find him; both only where the roster says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table author
      add column role text,
      add column links text[] not null default '{}',
      add constraint author_role_check check (role <> '') not valid
  `.execute(db)
}
