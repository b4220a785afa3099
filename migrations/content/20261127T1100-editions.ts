import { type Kysely, sql } from 'kysely'

/** What each article said at each time: nothing that was published can be lost or changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table edition (
      id            uuid primary key,
      article       uuid not null references article,
      number        integer not null check (number > 0),
      state         text not null check (state in ('published', 'superseded', 'withdrawn')),
      slug          text not null,
      fields        jsonb not null,
      body          text not null,
      tag           text not null,
      origin        text check (origin in ('api', 'files')),
      made_by       text,
      made_at       timestamptz,
      revision      bigint,
      ended_origin  text check (ended_origin in ('api', 'files')),
      ended_by      text,
      ended_at      timestamptz,
      unique (article, number)
    )
  `.execute(db)
  await sql`create unique index edition_published on edition (article) where state = 'published'`.execute(
    db,
  )
  await sql`create index edition_made on edition (made_at desc, id desc)`.execute(db)
  await sql`create index edition_made_by on edition (made_by, made_at desc, id desc)`.execute(db)
  await sql`create index article_withdrawn on article (slug) where status = 'gone'`.execute(db)
  await sql`
    create function refuse_other_edition() returns trigger language plpgsql as $$
    begin
      raise exception 'edition % of article % stays as it is', old.number, old.article;
    end $$
  `.execute(db)
  await sql`
    create trigger edition_stays
      before delete or update of
        id, article, number, slug, fields, body, tag, origin, made_by, made_at, revision
      on edition for each row execute function refuse_other_edition()
  `.execute(db)
  await sql`
    alter table source_file
      add column base uuid references edition,
      add column text text
  `.execute(db)
  // Every edit of an article looks for its file.
  await sql`create index source_file_article on source_file (article)`.execute(db)
}
