import { type Kysely, sql } from 'kysely'

/**
 * A mention is a place in one text and in no other. The former version, without terms, may still run
 * during a deploy or after it was taken back, and says nothing of them when it writes a text.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function forget_mentions() returns trigger
      language plpgsql set search_path from current as $$
    begin
      delete from mention where article = new.id;
      delete from article_word where article = new.id;
      if new.status = 'published' then
        insert into relink_article (article) values (new.id) on conflict do nothing;
      end if;
      return null;
    end
    $$
  `.execute(db)
  await sql`
    create trigger forget_mentions after update of body_html on article
      for each row when (old.body_html <> new.body_html) execute function forget_mentions()
  `.execute(db)
}
