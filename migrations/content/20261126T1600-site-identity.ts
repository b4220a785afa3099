import { type Kysely, sql } from 'kysely'

/** Which site the database belongs to: processes of another one are refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site_identity (
      only_row  boolean primary key default true check (only_row),
      locale    text,
      key       text
    )
  `.execute(db)
  await sql`
    insert into site_identity (locale)
      select value -> 'site' ->> 'locale' from setting where name = 'site'
  `.execute(db)
}
