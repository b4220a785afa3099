import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = '3s'`.execute(db)

  // Tags have other meanings from here on: what was recorded before can be met by no change, so
  // the registry starts empty under another name.
  await sql`delete from page`.execute(db)
  await sql`delete from seen_change`.execute(db)
  await sql`update follower set registry = gen_random_uuid(), feed = null, revision = 0`.execute(db)

  // The newest change of what every page shows. Pages are compared with it one by one when their
  // turn comes, instead of being marked all at once.
  await sql`alter table follower add column shell_revision bigint not null default 0`.execute(db)

  await sql`
    alter table page
      add column lane smallint not null default 2,
      add column has_shell boolean not null default true,
      add column retry_at timestamptz,
      add column slot smallint not null generated always as (abs(hashtext(path) % 4)) stored
  `.execute(db)
  await sql`drop index page_stale`.execute(db)
  await sql`
    create index page_stale on page (build, lane, slot, path)
      where wanted_revision > built_revision
  `.execute(db)
  await sql`
    create index page_behind_shell on page (build, slot, built_revision)
      where has_shell and wanted_revision <= built_revision
  `.execute(db)

  // Which builds keep pages here, and how far the list of a build's pages has been written down.
  await sql`
    create table build (
      build         text primary key,
      begun_at      timestamptz not null default now(),
      seen_at       timestamptz not null default now(),
      enlisted_at   timestamptz,
      enlist_after  text
    )
  `.execute(db)

  // How often readers asked for a page lately: a new build makes those first.
  await sql`
    create table heat (
      path  text primary key,
      hits  double precision not null
    )
  `.execute(db)
}
