import { type Kysely, sql } from 'kysely'

/**
 * Drafts that are published together, now or at a moment. While they wait for it, they cannot be
 * changed: `draft.is_scheduled` is part of their row, so that a save that comes at the same time sees it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table release (
      id          uuid primary key,
      name        text,
      state       text not null
                    check (state in ('open', 'scheduled', 'held', 'published', 'cancelled')),
      publish_at  timestamptz,
      reasons     jsonb not null default '[]',
      made_by     text,
      made_at     timestamptz not null,
      changed_by  text,
      changed_at  timestamptz not null,
      revision    bigint,
      check (state <> 'scheduled' or publish_at is not null)
    )
  `.execute(db)
  await sql`create index release_due on release (publish_at, id) where state = 'scheduled'`.execute(
    db,
  )
  await sql`create index release_changed on release (changed_at desc, id desc)`.execute(db)
  await sql`
    alter table draft
      add column release uuid references release,
      add column is_scheduled boolean not null default false,
      add column brings_back boolean not null default false
  `.execute(db)
  await sql`create index draft_release on draft (release) where release is not null`.execute(db)
  await sql`
    alter table edition
      drop constraint edition_origin_check,
      drop constraint edition_ended_origin_check,
      add constraint edition_origin_check check (origin in ('api', 'files', 'schedule')),
      add constraint edition_ended_origin_check
        check (ended_origin in ('api', 'files', 'schedule'))
  `.execute(db)
}
