import { type Kysely, sql } from 'kysely'

/**
 * Facts with their values, and which articles show which. A text has marks around its facts, so a
 * trigger finds them in whatever way the text is written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fact (
      name          text primary key check (name <> ''),
      position      smallint not null,
      title         text not null check (title <> ''),
      source        jsonb,
      next          text,
      dated_values  jsonb not null
    )
  `.execute(db)
  await sql`
    create table fact_use (
      article  uuid not null references article (id) on delete cascade,
      fact     text not null,
      primary key (fact, article)
    )
  `.execute(db)
  await sql`create index fact_use_article on fact_use (article)`.execute(db)
  await sql`
    create function note_facts() returns trigger
      language plpgsql set search_path from current as $$
    begin
      if tg_op = 'UPDATE' then
        delete from fact_use where article = new.id;
      end if;
      insert into fact_use (article, fact)
        select distinct new.id, mark.parts[1]
          from regexp_matches(new.body_html, '<data value="([a-z0-9-]{1,120})[@"]', 'g') as mark (parts)
        on conflict do nothing;
      return null;
    end
    $$
  `.execute(db)
  await sql`
    create trigger note_facts_of_new after insert on article
      for each row when (new.body_html like '%<data value=%') execute function note_facts()
  `.execute(db)
  await sql`
    create trigger note_facts_of_changed after update of body_html on article
      for each row when (
        old.body_html <> new.body_html
        and (old.body_html like '%<data value=%' or new.body_html like '%<data value=%')
      ) execute function note_facts()
  `.execute(db)
}
