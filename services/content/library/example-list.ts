import type { TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { type FoundExample, findExamples } from '../markdown/find-examples.ts'

/** The articles whose examples are listed, the newest first. */
export const MAX_ARTICLES_WITH_EXAMPLES = 500

/** The published articles that have examples. */
const withExamples = (db: Reader) =>
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

/** What the page of tools shows of these articles, but for their titles. */
export const shownExamples: TrackedReading<unknown> = {
  async load({ db }, articles) {
    if (articles.length === 0) return new Map()
    const rows = await withExamples(db)
      .innerJoin('placement', (join) =>
        join.onRef('placement.article', '=', 'article.id').on('placement.position', '=', 0),
      )
      .select(['article.id', 'article.body_html', 'article.published_at', 'placement.category'])
      .where('article.id', 'in', [...articles])
      .execute()
    return new Map(
      rows.map(({ id, body_html, published_at, category }) => [
        id,
        [findExamples(body_html), published_at, category],
      ]),
    )
  },
  tags: () => [tags.tools],
}
