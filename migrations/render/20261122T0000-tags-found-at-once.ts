import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = '3s'`.execute(db)

  // What is put aside to be sorted in later is looked through from its beginning to its end by each
  // change, and makes Postgres look through the whole table instead: 16 ms for 4,000 pages, against
  // 0.15 ms without it.
  await sql`alter index page_tags set (fastupdate = off)`.execute(db)
  await sql`select gin_clean_pending_list('page_tags')`.execute(db)
}
