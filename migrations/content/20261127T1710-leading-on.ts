import { type Kysely, sql } from 'kysely'

/** Where readers are led once an article has expired, and where from one that is withdrawn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table article
      add column expires_to text,
      add column gone_to text
  `.execute(db)
}
