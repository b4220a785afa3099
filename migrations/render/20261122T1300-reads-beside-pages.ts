import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = '3s'`.execute(db)
  await sql`lock table page`.execute(db)
  // A million pages take a minute to copy.
  await sql`set local statement_timeout = 0`.execute(db)

  // What a page read lies beside what state it is in. The state changes twice with every edit of
  // anything that it read, and Postgres writes a row that changes into every index on its table:
  // into that of twenty tags twenty times.
  await sql`
    create table page_reads (
      build  text not null,
      path   text not null,
      tags   text[] not null,
      primary key (build, path)
    )
  `.execute(db)
  await sql`
    insert into page_reads select build, path, tags from page where built_revision > 0
  `.execute(db)
  // What is put aside to be sorted in later would be looked through from end to end by each change.
  await sql`
    create index page_reads_tags on page_reads using gin (tags) with (fastupdate = off)
  `.execute(db)
  await sql`alter table page drop column tags`.execute(db)
}
