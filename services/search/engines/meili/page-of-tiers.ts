import type { AskedPart } from '../engine.ts'
import type { TitlePart, TitleRequest } from './ask-index.ts'
import { byAge, type createRanking, type RankedTitle } from './rank-titles.ts'

/** The titles that are equally close to the query. */
export interface Tier {
  closeness: number
  /** The filters by which Meilisearch finds them; undefined when it has none of them. */
  filter: readonly string[] | undefined
  /** Filters that all of them fulfil, and maybe others, where these are faster. */
  candidates?: readonly string[] | undefined
  /** How many of them Meilisearch has, if known. */
  total: number | undefined
  /** The newest that Meilisearch has and that are known already. */
  newest: readonly RankedTitle[]
  /** Those that Meilisearch cannot compare. */
  odd: readonly RankedTitle[]
}

/** Up to this many are compared here; with more, Meilisearch looks into every title. */
const FEW_CANDIDATES = 1_000

type Ask = (request: TitleRequest) => Promise<TitlePart>

/**
 * The requested part of all tiers in their order. Requests no more than it needs.
 *
 * @param tiers the closest first
 */
export async function pageOfTiers(
  tiers: readonly Tier[],
  { limit, offset }: AskedPart,
  ranking: ReturnType<typeof createRanking>,
  ask: Ask,
): Promise<RankedTitle[]> {
  const page: RankedTitle[] = []
  // Both are relative to the beginning of the tier.
  let from = offset
  let to = offset + limit
  for (const tier of tiers) {
    if (to <= 0) break
    // Each odd title can move others back by at most one place.
    const start = Math.max(0, from - tier.odd.length)
    const known = await titlesOf(tier, start, to)
    page.push(...[...known.titles, ...tier.odd].sort(byAge).slice(from - start, to - start))
    from = Math.max(0, from - known.total - tier.odd.length)
    to -= known.total + tier.odd.length
  }
  return page

  async function titlesOf(tier: Tier, start: number, end: number): Promise<KnownTitles> {
    const { closeness, filter, total, newest } = tier
    if (!filter || total === 0) return { total: 0, titles: [] }
    // If the page ends here, the total of the tier does not matter.
    if (end <= newest.length) return { total: total ?? end, titles: newest.slice(start, end) }
    if (newest.length === total) return { total, titles: newest.slice(start, end) }
    if (total !== undefined && start >= total) return { total, titles: [] }

    const known = await amongCandidates(tier, start, end)
    if (known) return known
    const part = await ask({ filter, offset: start, limit: end - start })
    if (total !== undefined && part.total !== total) {
      throw new Error(`Meilisearch counted ${part.total} titles, and ${total} before`)
    }
    return { total: part.total, titles: ranking.check(part.titles, closeness) }
  }

  async function amongCandidates(
    { closeness, candidates }: Tier,
    start: number,
    end: number,
  ): Promise<KnownTitles | undefined> {
    if (!candidates) return undefined
    const part = await ask({ filter: candidates, offset: 0, limit: FEW_CANDIDATES })
    const titles = ranking.select(part.titles).filter((title) => title.closeness === closeness)
    if (part.total <= FEW_CANDIDATES) {
      return { total: titles.length, titles: titles.slice(start, end) }
    }
    return end <= titles.length ? { total: end, titles: titles.slice(start, end) } : undefined
  }
}

interface KnownTitles {
  total: number
  titles: readonly RankedTitle[]
}
