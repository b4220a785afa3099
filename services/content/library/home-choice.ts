import type { SiteConstants } from '#shared/contracts/site.ts'
import { settleAll } from '#shared/settle-all.ts'
import { ALL } from '../addresses/lists.ts'
import { ONLY, type Shown } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import type { Category } from '../site/category-repository.ts'
import { type CardRow, cardsById } from './card-repository.ts'
import { loadHeads } from './listings.ts'

/** Which articles the home page shows, and in which block. */
export const shownHome: Shown<string[][]> = {
  async look({ db, settings, categories }) {
    const { constants } = await settings()
    const { topNotch, strips, favorites } = await chooseForHome(db, await categories(), constants)
    const idsOf = (rows: readonly CardRow[]) => rows.map(({ id }) => id)
    return new Map([[ONLY[0], [topNotch, ...strips.values(), favorites].map(idsOf)]])
  },
  tags: () => [tags.home],
}

/** The articles of each block of the home page; strips by category. No article is in two blocks. */
export async function chooseForHome(
  db: Reader,
  categories: readonly Category[],
  { topNotch: front, perCategoryOnHome, favorites }: SiteConstants,
) {
  const slugs = categories.map(({ slug }) => slug)
  // Enough for every block, even if the blocks above it have taken all the others.
  const enough = front + slugs.length * perCategoryOnHome + favorites
  const [heads, ranked, picked] = await settleAll([
    loadHeads(db, [...slugs, ALL], enough),
    pickedIds(db, 'top_notch_rank', front),
    pickedIds(db, 'favorite', enough),
  ])
  const byId = await cardsById(db, [...ranked, ...picked, ...[...heads.values()].flat()])
  const newestOf = (list: string) => heads.get(list) ?? []

  const shown = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const taken = new Set<string>()
  /** Takes the first of these articles that no block has taken yet. */
  const take = (ids: readonly string[], count: number): CardRow[] => {
    const free = [...new Set(ids)].filter((id) => !taken.has(id)).slice(0, count)
    for (const id of free) taken.add(id)
    return shown(free)
  }
  const firsts = slugs.flatMap((slug) => shown(newestOf(slug).slice(0, 1)))
  return {
    topNotch: take(chooseTopNotch(shown(ranked), firsts), front),
    strips: new Map(slugs.map((slug) => [slug, take(newestOf(slug), perCategoryOnHome)])),
    favorites: take([...picked, ...newestOf(ALL)], favorites),
  }
}

/** The articles that editors picked: by their rank, if they have one, and then the newest first. */
async function pickedIds(
  db: Reader,
  by: 'top_notch_rank' | 'favorite',
  limit: number,
): Promise<string[]> {
  const published = db.selectFrom('article').select('id').where('status', '=', 'published')
  const picked =
    by === 'favorite'
      ? published.where('favorite', '=', true)
      : published.where('top_notch_rank', 'is not', null).orderBy('top_notch_rank')
  const rows = await picked.orderBy('published_at', 'desc').orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** Articles that editors ranked, then the newest of the categories that have no ranked article. */
function chooseTopNotch(ranked: readonly CardRow[], newest: readonly CardRow[]): string[] {
  const taken = new Set(ranked.map(({ category }) => category))
  const others = newest.toSorted(byNewest).filter(({ category }) => {
    const free = !taken.has(category)
    taken.add(category)
    return free
  })
  return [...ranked, ...others].map(({ id }) => id)
}

const byNewest = (a: CardRow, b: CardRow) =>
  b.publishedAt.localeCompare(a.publishedAt) || a.id.localeCompare(b.id)
