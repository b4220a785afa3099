import { type Kysely, sql } from 'kysely'

/**
 * Which articles have examples that readers change, so that the page that lists them reads no other
 * text. A trigger finds the mark in whatever way the text is written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table article_with_example (
      article  uuid primary key references article (id) on delete cascade
    )
  `.execute(db)
  await sql`
    insert into article_with_example (article)
      select id from article where body_html like '%" data-example role=%'
  `.execute(db)
  await sql`
    create function note_examples() returns trigger
      language plpgsql set search_path from current as $$
    begin
      if new.body_html like '%" data-example role=%' then
        insert into article_with_example (article) values (new.id) on conflict do nothing;
      else
        delete from article_with_example where article = new.id;
      end if;
      return null;
    end
    $$
  `.execute(db)
  await sql`
    create trigger note_examples_of_new after insert on article
      for each row when (new.body_html like '%" data-example role=%') execute function note_examples()
  `.execute(db)
  await sql`
    create trigger note_examples_of_changed after update of body_html on article
      for each row when (
        (old.body_html like '%" data-example role=%') <> (new.body_html like '%" data-example role=%')
      ) execute function note_examples()
  `.execute(db)
}
