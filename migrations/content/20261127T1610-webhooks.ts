import { type Kysely, sql } from 'kysely'

/** What other programs are to be notified of edits, for each of them, until it has been told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table webhook_receiver (name text primary key)`.execute(db)
  await sql`
    create table webhook_delivery (
      position   bigint generated always as identity primary key,
      event      uuid not null,
      receiver   text not null references webhook_receiver on delete cascade,
      kind       text not null,
      article    uuid,
      at         timestamptz not null,
      body       text not null,
      tries      integer not null default 0,
      next_at    timestamptz not null default now(),
      failed_at  timestamptz,
      reason     text,
      unique (event, receiver)
    )
  `.execute(db)
  await sql`create index webhook_delivery_waiting on webhook_delivery (receiver, position)
    where failed_at is null`.execute(db)
  await sql`create index webhook_delivery_of_article on webhook_delivery (receiver, article, position)
    where failed_at is null`.execute(db)
  await sql`create index webhook_delivery_failed on webhook_delivery (position)
    where failed_at is not null`.execute(db)
}
