import { type Kysely, sql } from 'kysely'

/**
 * Lets one process delete editions that another one has replaced long ago, where the settings say how long
 * they are kept. It has to say so in its transaction; all else is refused as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function refuse_other_edition() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.state = 'superseded'
        and current_setting('finlore.forgets_editions', true) = 'on' then
        return old;
      end if;
      raise exception 'edition % of article % stays as it is', old.number, old.article;
    end $$
  `.execute(db)
  await sql`create index edition_ended on edition (ended_at) where state = 'superseded'`.execute(db)
  await sql`create index change_at on change (at)`.execute(db)
}
