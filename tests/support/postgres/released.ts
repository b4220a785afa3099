import path from 'node:path'

/**
 * The last migration of each schema that the release before this one has. Its processes still run, and
 * may come back, while the database has the migrations after it.
 *
 * Update it with every release, together with the backup and the commit below.
 */
export const RELEASED: Readonly<Record<'content' | 'render', string>> = {
  content: '20261122T1800-words-sorted-in-before-an-edit-must',
  render: '20261122T1300-reads-beside-pages',
}

/** A backup that the release before this one took of a small site. */
export const RELEASED_CONTENT = path.resolve(import.meta.dirname, 'released/content.jsonl.gz')

/** The code of the release before this one. */
export const RELEASED_COMMIT = '5f9dbaa12d6f5a4ab97b8f9181be764573952586'
