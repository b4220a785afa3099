import { sql } from 'kysely'
import type { Link } from '#shared/contracts/page.ts'
import type { Reader } from '../database/reader.ts'
import { articlePath } from './article-path.ts'
import { nearestName } from './nearest-name.ts'

/** Articles looked at on each side of an address, read from its beginning and from its end. */
const NEIGHBOURS = 6
/** What is longer is no slip of the keyboard, and what is shorter says too little. */
const ADDRESS = /^[\w.~-]{4,120}$/

/**
 * The article that somebody probably means who asks for one that does not exist: a slip or two away,
 * cut off, or with something behind it.
 *
 * @param slug as it was asked for
 */
export async function findNearestArticle(db: Reader, slug: string): Promise<Link | undefined> {
  if (!ADDRESS.test(slug)) return undefined
  const asked = slug.toLowerCase()
  const neighbours = await loadNeighbours(db, asked)
  const slugs = neighbours.map((article) => article.slug)
  const nearest =
    nearestName(asked, slugs) ?? slugs.find((one) => isCutOff(asked, one) || isCutOff(one, asked))
  const article = neighbours.find((one) => one.slug === nearest)
  return article && { title: article.title, path: articlePath(article.slug) }
}

/** A mistake leaves the beginning or the end of an address as it was: one of the two finds it. */
async function loadNeighbours(db: Reader, slug: string) {
  const forwards = sql`slug collate "C"`
  const backwards = sql`reverse(slug) collate "C"`
  const side = (order: typeof forwards, asked: string, after: boolean) => sql`
    (select slug, title from article
     where status = 'published' and ${order} ${after ? sql`>=` : sql`<`} ${asked}
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

/** A few letters in common are no sign of anything. */
const isCutOff = (part: string, whole: string) =>
  whole.startsWith(part) && part.length >= whole.length / 2
