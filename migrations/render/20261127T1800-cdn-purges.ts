import { type Kysely, sql } from 'kysely'

/** What caches of a delivery network are to forget, and whether they may keep pages for long. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The caches that are purged. The worker that sends purges to one has its row until `next_at`.
  await sql`
    create table cdn_target (
      address   text primary key,
      next_at   timestamptz not null default now(),
      failures  integer not null default 0
    )
  `.execute(db)

  // One row for each page that is to be purged; the empty path stands for everything.
  await sql`
    create table cdn_purge (
      target       text not null references cdn_target on delete cascade,
      path         text not null,
      changed_at   timestamptz not null default clock_timestamp(),
      waits_since  timestamptz not null default now(),
      due_at       timestamptz not null default now(),
      sent_once    boolean not null default false,
      primary key (target, path)
    )
  `.execute(db)
  await sql`create index cdn_purge_due on cdn_purge (target, sent_once, due_at)`.execute(db)

  // Which answers may be kept for long, and until when servers may give them.
  await sql`
    create table cdn_lease (
      only_row    boolean primary key default true check (only_row),
      answers     text,
      until       timestamptz,
      changed_at  timestamptz not null default '-infinity'
    )
  `.execute(db)
  await sql`insert into cdn_lease default values`.execute(db)
}
