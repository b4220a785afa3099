import { type Kysely, sql } from 'kysely'

/**
 * Pictures of authors, each a file of the roster's folder as it was imported. They have a table of
 * their own, so that a query of authors does not read pictures.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table portrait (
      author text primary key references author on delete cascade,
      format text not null check (format in ('png', 'jpg', 'webp')),
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      alt text check (alt <> ''),
      bytes bytea not null check (octet_length(bytes) between 1 and 102400),
      sha256 text not null generated always as (encode(sha256(bytes), 'hex')) stored
    )
  `.execute(db)
}
