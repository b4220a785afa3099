import type { Link } from '#shared/contracts/page.ts'
import { ONLY, type TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'

/** There are three today. This is a limit, not a page size. */
const MAX_INFO_PAGES = 100

/** Which info pages there are, and their titles. */
export const shownInfoLinks: TrackedReading<Link[]> = {
  load: async ({ db }) => new Map([[ONLY[0], await readInfoLinks(db)]]),
  tags: () => [tags.infoLinks],
}

export async function readInfoLinks(db: Reader): Promise<Link[]> {
  return db
    .selectFrom('info_page')
    .select(['title', 'path'])
    .orderBy('path')
    .limit(MAX_INFO_PAGES)
    .execute()
}
