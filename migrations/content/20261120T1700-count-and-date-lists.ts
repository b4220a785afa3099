import { type Kysely, sql } from 'kysely'

/** What pages say about all articles at once, kept by the database so that no edit counts them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table author add column articles integer not null default 0`.execute(db)

  // The newest change among the articles that one file of the XML site map names.
  await sql`
    create table sitemap_part (
      part         integer primary key check (part > 0),
      modified_at  timestamptz not null
    )
  `.execute(db)

  // Each has a thousand positions of the list of all articles.
  await sql`
    create function date_sitemap_parts(parts integer[]) returns void
      language plpgsql set search_path from current as $$
    declare
      wanted integer;
      newest timestamptz;
    begin
      foreach wanted in array parts loop
        select max(article.updated_at) into newest
          from listing join article on article.id = listing.article
          where listing.list = 'all'
            and listing.position > (wanted - 1) * 1000 and listing.position <= wanted * 1000;
        if newest is null then
          delete from sitemap_part where part = wanted;
        else
          insert into sitemap_part values (wanted, newest)
            on conflict (part) do update set modified_at = newest
            where sitemap_part.modified_at <> newest;
        end if;
      end loop;
    end
    $$
  `.execute(db)

  // One function for each event: a transition table is there only where its event has it.
  await sql`
    create function count_listed() returns trigger
      language plpgsql set search_path from current as $$
    begin
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
  await sql`
    create function count_unlisted() returns trigger
      language plpgsql set search_path from current as $$
    begin
      update author set articles = author.articles - signed.count
        from (select substr(list, length('author:') + 1) as slug, count(*) as count
              from removed where list like 'author:%' group by 1) as signed
        where author.slug = signed.slug;
      perform date_sitemap_parts(array(
        select distinct (position + 999) / 1000 from removed where list = 'all'));
      return null;
    end
    $$
  `.execute(db)
  await sql`
    create function date_updated() returns trigger
      language plpgsql set search_path from current as $$
    begin
      perform date_sitemap_parts(array(
        select distinct (listing.position + 999) / 1000
          from updated
          join replaced on replaced.id = updated.id and replaced.updated_at <> updated.updated_at
          join listing on listing.article = updated.id and listing.list = 'all'));
      return null;
    end
    $$
  `.execute(db)

  await sql`
    create trigger count_listed after insert on listing
      referencing new table as added for each statement execute function count_listed()
  `.execute(db)
  await sql`
    create trigger count_unlisted after delete on listing
      referencing old table as removed for each statement execute function count_unlisted()
  `.execute(db)
  await sql`
    create trigger date_updated after update on article
      referencing old table as replaced new table as updated
      for each statement execute function date_updated()
  `.execute(db)

  await sql`
    update author set articles =
      (select count(*) from listing where list = 'author:' || author.slug)
  `.execute(db)
  await sql`
    insert into sitemap_part
      select (listing.position + 999) / 1000, max(article.updated_at)
        from listing join article on article.id = listing.article
        where listing.list = 'all' group by 1
  `.execute(db)

  // The two kinds of picks are ordered each in its own way.
  await sql`drop index article_picks`.execute(db)
  await sql`
    create index article_ranked on article (top_notch_rank, published_at desc, id)
      where top_notch_rank is not null and status = 'published'
  `.execute(db)
  await sql`
    create index article_favorite on article (published_at desc, id)
      where favorite and status = 'published'
  `.execute(db)
  await sql`create index article_gone on article (id) where status = 'gone'`.execute(db)
}
