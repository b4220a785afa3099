import { type Kysely, sql } from 'kysely'

/**
 * Categories that are dictionaries, and in the list of each category the letter of every article.
 * The letters of articles that are there already come with the next import, which knows alphabets.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table category add column dictionary boolean not null default false`.execute(db)
  await sql`alter table listing add column letter text`.execute(db)
  await sql`
    create index listing_letter on listing (list, letter, published_at desc, article)
      where letter is not null
  `.execute(db)
}
