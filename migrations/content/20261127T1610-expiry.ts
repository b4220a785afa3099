import { type Kysely, sql } from 'kysely'

/** When an article is withdrawn on its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table article add column expires_at timestamptz`.execute(db)
  await sql`
    create index article_expiry on article (expires_at)
      where expires_at is not null and status = 'published'
  `.execute(db)
}
