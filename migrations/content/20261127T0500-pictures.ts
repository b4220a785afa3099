import { type Kysely, sql } from 'kysely'

/** Drawings that texts show, as they were imported: cleaned. Two rows for one that has another in the dark. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table picture (
      name    text primary key check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*([.]dark)?$'),
      width   integer not null check (width > 0),
      height  integer not null check (height > 0),
      svg     text not null check (svg <> '' and octet_length(svg) <= 1048576),
      sha256  text not null check (sha256 ~ '^[0-9a-f]{64}$')
    )
  `.execute(db)
}
