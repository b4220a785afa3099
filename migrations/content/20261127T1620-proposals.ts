import { type Kysely, sql } from 'kysely'

/** Drafts that are proposed for publication, with the words of their editor, or of who sent one back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table draft
      add column proposed_at timestamptz,
      add column proposed_by text,
      add column remark text,
      add column remark_by text
  `.execute(db)
  await sql`
    create index draft_proposed on draft (saved_at desc, id desc) where proposed_at is not null
  `.execute(db)
}
