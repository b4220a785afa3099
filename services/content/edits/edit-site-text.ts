import { sql } from 'kysely'
import type { Edit } from '../changes/commit-edit.ts'
import type { Maker } from '../editions/edition.ts'
import { type SiteEdition, writeSiteEdition } from '../editions/site-edition.ts'
import { notifyReceivers } from '../webhooks/webhook-outbox.ts'

interface EditedSiteText {
  file: string
  text: string
  /** The newest edition of the file, which is what is stored. */
  last: SiteEdition | undefined
  maker: Maker
  now: Date
}

/** Keeps what an editor has written as the next edition of its file, and what the folder lacks from then on. */
export async function editSiteText(
  edit: Edit,
  { file, text, last, maker, now }: EditedSiteText,
): Promise<SiteEdition> {
  const edition = await writeSiteEdition(edit, { file, text }, { last, maker, now })
  await rememberAgreed(edit, edition)
  notifyOfSite(edit, { files: [file], maker, now })
  return edition
}

/**
 * The text on which folder and database agreed stays with the file until an import finds that they agree
 * again. An edit that puts back what the file said may find another text there, which a pull has written.
 */
async function rememberAgreed({ tx }: Edit, { file }: SiteEdition): Promise<void> {
  const imported = sql<string>`(
    select edition.text from site_edition edition
      where edition.file = source_file.path and edition.hash = source_file.hash
      order by number desc limit 1
  )`
  await tx
    .updateTable('source_file')
    .set({ text: sql`coalesce(text, ${imported}, '')` })
    .where('path', '=', file)
    .where('hash', '<>', '')
    .execute()
}

/** One event for all files of an edit. */
export function notifyOfSite(
  edit: Edit,
  { files, maker, now }: { files: string[]; maker: Maker; now: Date },
): void {
  if (files.length === 0) return
  const by = maker.name !== undefined && { by: maker.name }
  const data = { revision: edit.revision, files, ...by }
  notifyReceivers(edit, { kind: 'site.changed', article: null, at: now.toISOString(), data })
}
