import { articlePath } from '../../addresses/article-path.ts'
import { ALL } from '../../addresses/lists.ts'
import type { Reader } from '../../database/reader.ts'
import type { Listed, Stage } from './stage.ts'

/** Published articles, newest first. */
export const articles: Stage = { key: /^\d{1,9}$/, list: listArticles }

/** Withdrawn articles. */
export const withdrawn: Stage = {
  key: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  list: listWithdrawn,
}

/** Positions follow the order in which articles were added. */
async function listArticles(db: Reader, after: string | undefined, limit: number) {
  let query = db
    .selectFrom('listing')
    .innerJoin('article', 'article.id', 'listing.article')
    .select(['article.slug', 'listing.position'])
    .where('listing.list', '=', ALL)
    .orderBy('listing.position', 'desc')
    .limit(limit)
  if (after !== undefined) query = query.where('listing.position', '<', Number(after))
  const rows = await query.execute()
  return rows.map(
    ({ slug, position }): Listed => ({
      path: articlePath(slug),
      status: 'found',
      key: String(position),
    }),
  )
}

async function listWithdrawn(db: Reader, after: string | undefined, limit: number) {
  let query = db
    .selectFrom('article')
    .select(['id', 'slug'])
    .where('status', '=', 'gone')
    .orderBy('id')
    .limit(limit)
  if (after !== undefined) query = query.where('id', '>', after)
  const rows = await query.execute()
  return rows.map(({ id, slug }): Listed => ({ path: articlePath(slug), status: 'gone', key: id }))
}
