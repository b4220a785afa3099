import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = '3s'`.execute(db)

  // The index on words puts the words of an edited article aside. When there are 4 MB of them, which
  // is every 300 edits or so, the next edit has to sort them all in: 0.5 s with 100,000 articles. Not
  // putting them aside would cost each edit 3 ms and an import four times as long. Autovacuum sorts
  // them in as well, beside the edits, whenever it analyzes the table; left to itself, it would
  // only after a tenth of all articles were edited.
  await sql`
    alter table article_word
      set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100)
  `.execute(db)
}
