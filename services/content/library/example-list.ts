import { sql } from 'kysely'
import type { DescribedLink, Link } from '#shared/contracts/page.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { sortedJson } from '../database/sorted-json.ts'
import { type FoundExample, findExamples } from '../markdown/find-examples.ts'

/** The articles whose examples are listed, the newest first. */
export const MAX_ARTICLES_WITH_EXAMPLES = 500

/** The published articles that have examples. */
const withExamples = (db: Pick<Reader, 'selectFrom'>) =>
  db
    .selectFrom('article_with_example')
    .innerJoin('article', 'article.id', 'article_with_example.article')
    .where('article.status', '=', 'published')

/** @param except the id of an article that is not looked at */
export async function hasAnyExample(db: Reader, except?: string): Promise<boolean> {
  const others =
    except === undefined ? withExamples(db) : withExamples(db).where('article.id', '<>', except)
  const found = await others.select('article.id').limit(1).executeTakeFirst()
  return found !== undefined
}

/** The examples of the newest articles that have some, by article. */
export async function loadExamples(db: Reader): Promise<Map<string, FoundExample[]>> {
  const rows = await withExamples(db)
    .select(['article.id', 'article.body_html'])
    .orderBy('article.published_at', 'desc')
    .orderBy('article.id')
    .limit(MAX_ARTICLES_WITH_EXAMPLES)
    .execute()
  return new Map(rows.map(({ id, body_html }) => [id, findExamples(body_html)]))
}

interface ListedExamples {
  slug: string
  examples: FoundExample[]
  category: string
  subcategory: string
  /** Among the articles of its subcategory that have examples, the newest first. */
  place: number
  /** Whether it is one of the newest, whose examples are listed. */
  listed: boolean
}

/** Where these articles stand on the page, beside all others. */
const withPlaces = (db: Reader) =>
  db.selectFrom((from) =>
    withExamples(from)
      .innerJoin('placement', (join) =>
        join.onRef('placement.article', '=', 'article.id').on('placement.position', '=', 0),
      )
      .select(['article.id', 'placement.category', 'placement.subcategory'])
      .select([
        sql<number>`(row_number() over (
          partition by placement.category, placement.subcategory
          order by article.published_at desc, article.id
        ))::int`.as('place'),
        sql<boolean>`row_number() over (
          order by article.published_at desc, article.id
        ) <= ${MAX_ARTICLES_WITH_EXAMPLES}`.as('listed'),
      ])
      .as('placed'),
  )

/** What the page of tools shows of these articles, but for their titles. */
export const shownExamples: TrackedReading<ListedExamples> = {
  async load({ db }, articles) {
    if (articles.length === 0) return new Map()
    const rows = await withPlaces(db)
      .innerJoin('article', 'article.id', 'placed.id')
      .selectAll('placed')
      .select(['article.slug', 'article.body_html'])
      .where('placed.id', 'in', [...articles])
      .execute()
    return new Map(
      rows.map(({ id, body_html, ...row }) => [id, { ...row, examples: findExamples(body_html) }]),
    )
  },
  tags: (id, before, after) => [
    tags.tools,
    ...(sortedJson(firstExampleOf(before)) === sortedJson(firstExampleOf(after))
      ? []
      : [tags.firstExample(id)]),
  ],
}

/** As the home page leads to it. */
function firstExampleOf(
  article: Pick<ListedExamples, 'slug' | 'examples'> | undefined,
): Link | undefined {
  const first = article?.examples[0]
  return first && { title: first.caption, path: `${articlePath(article.slug)}#${first.id}` }
}

/** Leads to the first example of each of these articles that has one, with the article's title; by article. */
export async function loadFirstExamples(
  db: Reader,
  articles: readonly string[],
): Promise<Map<string, DescribedLink>> {
  if (articles.length === 0) return new Map()
  const rows = await withExamples(db)
    .select(['article.id', 'article.slug', 'article.title', 'article.body_html'])
    .where('article.id', 'in', [...articles])
    .execute()
  return new Map(
    rows.flatMap(({ id, slug, title, body_html }): [string, DescribedLink][] => {
      const first = firstExampleOf({ slug, examples: findExamples(body_html) })
      return first ? [[id, { ...first, description: title }]] : []
    }),
  )
}
