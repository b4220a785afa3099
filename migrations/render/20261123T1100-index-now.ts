import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = '3s'`.execute(db)

  // How search engines would list the page as it was made last: its status and the time of its
  // words, empty where they may not; null for pages made by the former version: unknown.
  await sql`alter table page add column listing text`.execute(db)

  // Addresses that search engines are to hear of, and for a while those of which they have heard, so
  // that the worker of another build does not tell them again.
  await sql`
    create table index_now_address (
      path      text primary key,
      listing   text not null,
      noted_at  timestamptz not null default now(),
      told_at   timestamptz
    )
  `.execute(db)
  await sql`
    create index index_now_waiting on index_now_address (noted_at, path) where told_at is null
  `.execute(db)
  await sql`
    create index index_now_told on index_now_address (told_at) where told_at is not null
  `.execute(db)

  // When they may be notified next. The worker that notifies locks this row, so only one does.
  await sql`
    create table index_now (
      only_row  boolean primary key default true check (only_row),
      next_at   timestamptz not null default now(),
      failures  integer not null default 0
    )
  `.execute(db)
  await sql`insert into index_now default values`.execute(db)
}
