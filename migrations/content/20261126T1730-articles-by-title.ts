import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // An editor who saves an article is warned of another one with its title.
  await sql`
    create index article_title on article (lower(title)) where status = 'published'
  `.execute(db)
}
