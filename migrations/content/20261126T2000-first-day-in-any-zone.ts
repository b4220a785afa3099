import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // 7 November 2024 begins 14 hours earlier than in UTC where it begins first. The rows that there are
  // keep a wider check as they kept the former one, so they are not read while the table is locked.
  await sql`
    alter table article
      drop constraint article_published_at_check,
      add constraint article_published_at_check
        check (published_at >= '2024-11-06T10:00:00Z') not valid
  `.execute(db)
}
