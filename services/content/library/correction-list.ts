import { sql } from 'kysely'
import type { Correction } from '#shared/contracts/page.ts'
import type { TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'

/** The corrections that the page lists; each article keeps its own. */
const MAX_LISTED = 500

export interface ListedCorrection extends Correction {
  /** The id of the article. */
  article: string
}

/** The newest corrections of all published articles. */
export const loadCorrections = (db: Reader): Promise<ListedCorrection[]> =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('article')
        .select('id as article')
        .select(sql<Correction>`jsonb_array_elements(corrections)`.as('made'))
        .where(sql<boolean>`corrections <> '[]'`)
        .where('status', '=', 'published')
        .as('corrected'),
    )
    .select('article')
    .select(sql<string>`made ->> 'on'`.as('on'))
    .select(sql<string>`made ->> 'was'`.as('was'))
    .select(sql<string>`made ->> 'is'`.as('is'))
    .orderBy(sql`made ->> 'on'`, 'desc')
    .orderBy('article')
    .orderBy(sql`made ->> 'was'`)
    .limit(MAX_LISTED)
    .execute()

/** What the page of corrections shows of these articles, but for their titles. */
export const shownCorrections: TrackedReading<readonly Correction[]> = {
  async load({ db }, articles) {
    if (articles.length === 0) return new Map()
    const rows = await db
      .selectFrom('article')
      .select(['id', 'corrections'])
      .where('id', 'in', [...articles])
      .where('status', '=', 'published')
      .execute()
    return new Map(rows.map(({ id, corrections }) => [id, corrections]))
  },
  tags: () => [tags.corrections],
}
