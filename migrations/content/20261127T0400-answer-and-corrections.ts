import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = '3s'`.execute(db)
  await sql`
    alter table article
      add column answer text,
      add column corrections jsonb not null default '[]',
      add column checked_at timestamptz
  `.execute(db)
}
