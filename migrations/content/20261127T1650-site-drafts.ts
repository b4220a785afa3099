import { type Kysely, sql } from 'kysely'

/** Texts of files of the site that are prepared, and that releases publish with drafts of articles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site_draft (
      id            uuid primary key,
      file          text not null,
      base          text,
      text          text not null,
      tag           text not null,
      made_by       text,
      made_at       timestamptz not null,
      saved_by      text,
      saved_at      timestamptz not null,
      discarded_at  timestamptz,
      release       uuid references release,
      is_scheduled  boolean not null default false
    )
  `.execute(db)
  await sql`create index site_draft_saved on site_draft (saved_at desc, id desc)`.execute(db)
  await sql`create index site_draft_release on site_draft (release) where release is not null`.execute(
    db,
  )
}
