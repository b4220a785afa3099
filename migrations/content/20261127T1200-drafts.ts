import { type Kysely, sql } from 'kysely'

/** Texts that editors prepare. Saving one waits for no edit, and no page shows it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table draft (
      id            uuid primary key,
      article       uuid references article,
      slug          text not null,
      base          text,
      fields        jsonb not null,
      tag           text not null,
      made_by       text,
      made_at       timestamptz not null,
      saved_by      text,
      saved_at      timestamptz not null,
      discarded_at  timestamptz
    )
  `.execute(db)
  await sql`create index draft_saved on draft (saved_at desc, id desc)`.execute(db)
  await sql`create index draft_made_by on draft (made_by)`.execute(db)
  await sql`create index draft_discarded on draft (discarded_at) where discarded_at is not null`.execute(
    db,
  )
  await sql`create index edition_tag on edition (article, tag)`.execute(db)
}
