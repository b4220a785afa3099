import { type Kysely, sql } from 'kysely'

/** The page of corrections finds the few articles that have some without looking at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index article_corrected on article (id) where corrections <> '[]'`.execute(db)
}
