import { type Kysely, sql } from 'kysely'

/**
 * Who wrote a text is stated or absent. The former version stored `human` when nothing was stated,
 * and still reads the column, which therefore stays as it is: its `human` counts only where somebody
 * said so. That is not known of what is stored already.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Not valid: new rows are checked, and existing ones are not read while the table is locked. In
  // them the columns are null, which passes.
  await sql`
    alter table article
      add column human_stated boolean not null default false,
      add column answered_by text,
      add column reviewed_by text,
      add column reviewed_at timestamptz,
      add constraint article_answered_by_check check (answered_by <> '') not valid,
      add constraint article_reviewed_by_check check (reviewed_by <> '') not valid,
      add constraint article_review
        check (reviewed_at is null or reviewed_by is not null) not valid
  `.execute(db)
}
