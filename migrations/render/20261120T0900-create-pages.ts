import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // How far the worker has followed the content. Its row is locked while changes are applied, so
  // that a page recorded meanwhile waits and then sees them.
  await sql`
    create table follower (
      only_row  boolean primary key default true check (only_row),
      registry  uuid not null default gen_random_uuid(),
      feed      uuid,
      revision  bigint not null default 0
    )
  `.execute(db)
  await sql`insert into follower default values`.execute(db)

  // The latest changes, for pages whose model is older than what the worker has already applied.
  await sql`
    create table seen_change (
      revision  bigint primary key,
      tags      text[] not null
    )
  `.execute(db)

  await sql`
    create table page (
      build            text not null,
      path             text not null check (path like '/%'),
      tags             text[] not null,
      built_revision   bigint not null default 0,
      wanted_revision  bigint not null default 0,
      etag             text not null default '',
      bytes            integer not null default 0,
      primary key (build, path)
    )
  `.execute(db)
  await sql`create index page_tags on page using gin (tags)`.execute(db)
  await sql`
    create index page_stale on page (build, wanted_revision, path)
      where wanted_revision > built_revision
  `.execute(db)
}
