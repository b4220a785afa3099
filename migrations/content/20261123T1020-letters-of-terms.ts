import { type Kysely, sql } from 'kysely'

/**
 * Under which letter of the alphabet each term stands. Terms that are there already, or that code of
 * before this column writes, get theirs with the next import, which knows alphabets.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table term add column letter text`.execute(db)
  await sql`
    create index term_letter on term (letter, id) where definition is not null
  `.execute(db)
}
