import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = '3s'`.execute(db)

  // Since when a page shows less than editors have said; of no meaning while it is not stale. Pages
  // that exist have none, nor have those that the former version marks: only operators read it.
  await sql`alter table page add column stale_since timestamptz`.execute(db)
  await sql`alter table page alter column stale_since set default now()`.execute(db)

  // The same for pages that are behind the newest header, footer or menu.
  await sql`alter table follower add column shell_changed_at timestamptz`.execute(db)
}
