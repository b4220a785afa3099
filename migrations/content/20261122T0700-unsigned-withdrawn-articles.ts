import { type Kysely, sql } from 'kysely'

/** An author can leave who signs nothing that is published. Code before this never writes null. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table article alter column author drop not null`.execute(db)
  await sql`
    alter table article add constraint article_signed
      check (status = 'gone' or author is not null)
  `.execute(db)
}
