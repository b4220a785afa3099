import { type Kysely, sql } from 'kysely'

/** What each file of the site has said at each time, apart from articles: byte for byte. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site_edition (
      id            uuid primary key,
      file          text not null,
      number        integer not null check (number > 0),
      state         text not null check (state in ('published', 'superseded', 'withdrawn')),
      text          text not null,
      hash          text not null,
      origin        text check (origin in ('api', 'files', 'schedule')),
      made_by       text,
      made_at       timestamptz,
      revision      bigint,
      ended_origin  text check (ended_origin in ('api', 'files', 'schedule')),
      ended_by      text,
      ended_at      timestamptz,
      unique (file, number)
    )
  `.execute(db)
  await sql`
    create unique index site_edition_published on site_edition (file) where state = 'published'
  `.execute(db)
  await sql`create index site_edition_made on site_edition (made_at desc, id desc)`.execute(db)
  await sql`
    create function refuse_other_site_edition() returns trigger language plpgsql as $$
    begin
      raise exception 'edition % of % stays as it is', old.number, old.file;
    end $$
  `.execute(db)
  await sql`
    create trigger site_edition_stays
      before delete or update of
        id, file, number, text, hash, origin, made_by, made_at, revision
      on site_edition for each row execute function refuse_other_site_edition()
  `.execute(db)
}
