import { type Kysely, sql } from 'kysely'

/**
 * The addresses of terms. Terms that are there already, or that a former version writes, get theirs
 * with the next import.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table term add column slug text collate "C"`.execute(db)
  await sql`create index term_slug on term (slug, id) where definition is not null`.execute(db)
  await sql`
    create index term_letter_slug on term (letter, slug, id) where definition is not null
  `.execute(db)

  // New articles, which pages of other terms name a moment later, in an edit of its own.
  await sql`
    create table unlisted_article (
      article  uuid primary key references article (id) on delete cascade
    )
  `.execute(db)
}
