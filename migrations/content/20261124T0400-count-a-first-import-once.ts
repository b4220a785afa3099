import { type Kysely, sql } from 'kysely'

/**
 * An import that fills an empty database counts its articles once, at its end: each batch would leave
 * another version of every author's row, and until the transaction ends, a query for an author
 * reads all of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function count_listed() returns trigger
      language plpgsql set search_path from current as $$
    begin
      if current_setting('finlore.counts_later', true) = 'on' then
        return null;
      end if;
      update author set articles = author.articles + signed.count
        from (select substr(list, length('author:') + 1) as slug, count(*) as count
              from added where list like 'author:%' group by 1) as signed
        where author.slug = signed.slug;
      insert into sitemap_part
        select (added.position + 999) / 1000, max(article.updated_at)
          from added join article on article.id = added.article
          where added.list = 'all' group by 1
        on conflict (part) do update set modified_at = excluded.modified_at
          where sitemap_part.modified_at < excluded.modified_at;
      return null;
    end
    $$
  `.execute(db)
}
