import type { Kysely } from 'kysely'
import type { RenderDatabase } from '../../../services/render/worker/records/database.ts'
import {
  countRecordedPages,
  measureStalePages,
  type RebuildState,
} from '../../../services/render/worker/records/stale-pages.ts'

/** How many pages a build has, and how many of them are stale. */
export async function countPages(db: Kysely<RenderDatabase>, build: string): Promise<RebuildState> {
  const { pages } = await countRecordedPages(db, build)
  const { stale } = await measureStalePages(db, build)
  return { pages, stale }
}
