import { type Kysely, sql } from 'kysely'

/**
 * Articles on the same subject on the sites of several languages have one key. Where those of the
 * others are is stated in the content folder, at each import.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table article
      add column translation_key text,
      add constraint article_translation_key_check check (translation_key <> '') not valid
  `.execute(db)
  await sql`
    create table translation (
      key     text not null check (key <> ''),
      locale  text not null,
      path    text not null,
      primary key (key, locale)
    )
  `.execute(db)
}
