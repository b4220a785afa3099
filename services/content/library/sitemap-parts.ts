import type { SitemapEntry } from '#shared/contracts/page-model.ts'
import type { Instant, PagePath } from '#shared/contracts/primitives.ts'
import type { TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'

const partPath = (part: number): PagePath => `/sitemaps/articles-${part}.xml`

/** When each part of the articles last changed; keys are the numbers of parts. */
export const shownParts: TrackedReading<Instant> = {
  remembered: true,
  async load({ db }, parts) {
    const rows = await db
      .selectFrom('sitemap_part')
      .select(['part', 'modified_at as modifiedAt'])
      .where('part', 'in', parts.map(Number))
      .execute()
    return new Map(rows.map(({ part, modifiedAt }) => [String(part), modifiedAt]))
  },
  tags: (part, before, after) =>
    before !== undefined && after !== undefined
      ? [tags.sitemapIndex]
      : [tags.sitemapIndex, tags.address(partPath(Number(part)))],
}

export async function loadParts(db: Reader): Promise<SitemapEntry[]> {
  const parts = await db
    .selectFrom('sitemap_part')
    .select(['part', 'modified_at as modifiedAt'])
    .orderBy('part')
    .execute()
  return parts.map(({ part, modifiedAt }) => ({ path: partPath(part), modifiedAt }))
}
