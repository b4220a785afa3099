import { portraitPath } from '#shared/text/portrait-address.ts'
import type { Reader } from '../../database/reader.ts'
import type { Listed, Stage } from './stage.ts'

/** The portraits of authors, which are files, not pages. A key is the slug of an author. */
export const portraits: Stage = { key: /^[a-z0-9-]+$/, list: listPortraits }

async function listPortraits(db: Reader, after = '', limit: number): Promise<Listed[]> {
  const rows = await db
    .selectFrom('portrait')
    .select(['author as slug', 'sha256', 'format'])
    .where('author', '>', after)
    .orderBy('author')
    .limit(limit)
    .execute()
  return rows.map((row): Listed => ({ path: portraitPath(row), status: 'found', key: row.slug }))
}
