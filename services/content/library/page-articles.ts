import { sql } from 'kysely'
import { settleAll } from '#shared/settle-all.ts'
import type { Placement } from '../addresses/placement.ts'
import type { Reader } from '../database/reader.ts'
import { factsIn } from '../facts/fact-marks.ts'
import type { Mention } from '../glossary/find-mentions.ts'
import { picturesIn } from '../markdown/picture-figure.ts'
import { type CardRow, cardsOf } from './card-repository.ts'
import { loadShownFacts, type ShownFact } from './fact-repository.ts'
import { type GuidePlaces, loadGuidePlaces, NO_PLACES } from './guide-places.ts'
import { loadShownPictures, type ShownPictures } from './picture.ts'
import { loadRelated } from './related-articles.ts'
import { loadMentioned, type ShownTerm } from './shown-terms.ts'
import { TRANSLATIONS } from './translations.ts'

/** An article, with everything that its page shows around the text. */
export interface PageArticle extends ArticleRow {
  /** The cards of the articles that it suggests; none of a withdrawn article. */
  suggested: readonly CardRow[]
  /** The mentions of terms in its text. */
  mentions: readonly Mention[]
  /** By id. Holds only terms that pages may show now, of all articles read together. */
  termById: ReadonlyMap<string, ShownTerm>
  /** By name. Holds those that the texts of all articles read together show. */
  facts: ReadonlyMap<string, ShownFact>
  /** Those that the texts of all articles read together show. */
  pictures: ShownPictures
  /** Where it stands in guides. */
  inGuides: GuidePlaces
}

/**
 * Loads what the pages of these articles show around the text. The number of SQL statements does
 * not depend on the number of articles.
 *
 * @param more how many articles each article suggests
 * @returns the articles by slug
 */
export async function loadPageArticles(
  db: Reader,
  rows: readonly ArticleRow[],
  more: number,
): Promise<Map<string, PageArticle>> {
  const published = rows.filter(({ status }) => status === 'published').map(({ id }) => id)
  const shown = new Set(rows.flatMap(({ body_html }) => factsIn(body_html)))
  const drawn = new Set(rows.flatMap(({ body_html }) => picturesIn(body_html)))
  const [suggested, { mentions, termById }, facts, pictures, inGuides] = await settleAll([
    loadRelated(db, published, more).then((related) => cardsOf(db, related)),
    loadMentioned(db, published),
    loadShownFacts(db, [...shown]),
    loadShownPictures(db, [...drawn]),
    published.length > 0 ? loadGuidePlaces(db) : undefined,
  ])
  const pageArticles = rows.map((row) => ({
    ...row,
    suggested: suggested.get(row.id) ?? [],
    mentions: mentions.get(row.id) ?? [],
    termById,
    facts,
    pictures,
    inGuides: inGuides?.get(row.id) ?? NO_PLACES,
  }))
  return new Map(pageArticles.map((article) => [article.slug, article]))
}

export type ArticleRow = Awaited<ReturnType<typeof loadArticles>>[number]

/** The placements of the article, its home first. */
const PLACEMENTS = sql<Placement[]>`(
  select coalesce(
    json_agg(
      json_build_object('category', category, 'subcategory', subcategory, 'topics', topics)
      order by position
    ),
    '[]'
  )
  from placement where placement.article = article.id
)`

/** These articles, published or withdrawn, in one statement. Unknown slugs are left out. */
export async function loadArticles(db: Reader, slugs: readonly string[]) {
  if (slugs.length === 0) return []
  return (
    db
      .selectFrom('article')
      // A withdrawn article may have no placement, hence the left join.
      .leftJoin('placement as home', (join) =>
        join.onRef('home.article', '=', 'article.id').on('home.position', '=', 0),
      )
      .selectAll('article')
      .select(['home.category', 'home.subcategory'])
      .select([PLACEMENTS.as('placements'), TRANSLATIONS.as('translations')])
      // Only a withdrawn article may have no author, and its page shows no author.
      .select(({ ref }) => ref('article.author').$notNull().as('author'))
      .where('article.slug', 'in', slugs)
      .execute()
  )
}
