import { sql } from 'kysely'
import type { Link } from '#shared/contracts/page.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { Reader } from '../database/reader.ts'
import { nearestName } from '../drafts/nearest-name.ts'

/** How many slugs are compared on each side of the requested one, in each of the two orders. */
const NEIGHBOURS = 6
/** Anything longer is not a typing mistake, and anything shorter says too little. */
const ADDRESS = /^[\w.~-]{4,120}$/

/**
 * The article that a reader probably meant by the address of one that does not exist: with one or
 * two typing mistakes, cut off, or with something appended.
 *
 * @param slug as requested
 */
export async function findNearestArticle(db: Reader, slug: string): Promise<Link | undefined> {
  if (!ADDRESS.test(slug)) return undefined
  const wanted = slug.toLowerCase()
  const neighbours = await loadNeighbours(db, wanted)
  const slugs = neighbours.map((article) => article.slug)
  const nearest =
    nearestName(wanted, slugs) ??
    slugs.find((one) => isCutOff(wanted, one) || isCutOff(one, wanted))
  const article = neighbours.find((one) => one.slug === nearest)
  return article && { title: article.title, path: articlePath(article.slug) }
}

/**
 * A typing mistake leaves the beginning or the end of a slug intact, so both directions are tried.
 */
async function loadNeighbours(db: Reader, slug: string) {
  const forwards = sql`slug collate "C"`
  const backwards = sql`reverse(slug) collate "C"`
  const side = (order: typeof forwards, wanted: string, after: boolean) => sql`
    (select slug, title from article
     where status = 'published' and ${order} ${after ? sql`>=` : sql`<`} ${wanted}
     order by ${order} ${after ? sql`asc` : sql`desc`} limit ${NEIGHBOURS})`
  const reversed = [...slug].reverse().join('')
  const neighbours = sql<{ slug: string; title: string }>`(
    ${side(forwards, slug, true)} union ${side(forwards, slug, false)}
    union ${side(backwards, reversed, true)} union ${side(backwards, reversed, false)})`
  return db
    .selectFrom(neighbours.as('neighbour'))
    .select(['slug', 'title'])
    .orderBy('slug')
    .execute()
}

/** At least half of the slug must match: a few equal letters mean nothing. */
const isCutOff = (part: string, whole: string) =>
  whole.startsWith(part) && part.length >= whole.length / 2
