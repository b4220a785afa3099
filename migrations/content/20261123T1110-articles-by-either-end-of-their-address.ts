import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A mistyped address stands beside the right one in the alphabet, read from its beginning or from
  // its end. In the order of the bytes: languages look past hyphens.
  await sql`
    create index article_slug_forwards on article (slug collate "C") where status = 'published'
  `.execute(db)
  await sql`
    create index article_slug_backwards on article (reverse(slug) collate "C")
      where status = 'published'
  `.execute(db)
}
