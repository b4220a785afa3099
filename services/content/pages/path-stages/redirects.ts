import { sql } from 'kysely'
import { ALIASES } from '../../addresses/aliases.ts'
import type { Reader } from '../../database/reader.ts'
import { loadCategories } from '../../site/category-repository.ts'
import { type Listed, PATH_KEY, type Stage } from './stage.ts'

/** Addresses at which people expect an info page. */
export const aliases: Stage = { key: PATH_KEY, list: listAliases }

/** Former addresses of articles, including withdrawn ones. */
export const redirects: Stage = { key: PATH_KEY, list: listRedirects }

async function listAliases(db: Reader, after = '', limit: number): Promise<Listed[]> {
  const info = await db
    .selectFrom('info_page')
    .select('path')
    .where('path', 'in', Object.entries(ALIASES).flat())
    .execute()
  const categories = await loadCategories(db)
  const taken = new Set([
    ...info.map(({ path }) => path),
    ...categories.map(({ slug }) => `/${slug}`),
  ])
  return Object.entries(ALIASES)
    .filter(([alias, target]) => alias > after && taken.has(target) && !taken.has(alias))
    .map(([alias]): Listed => ({ path: alias, status: 'moved', key: alias }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, limit)
}

async function listRedirects(db: Reader, after = '', limit: number): Promise<Listed[]> {
  const rows = await db
    .selectFrom('redirect')
    .innerJoin('article as target', 'target.id', 'redirect.article')
    .select(['from_path', 'target.status'])
    .where('from_path', '>', after)
    // A page at an address takes precedence over a redirect from it.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('article')
            .select('id')
            .where('article.slug', '=', sql<string>`substr(redirect.from_path, 11)`),
        ),
      ),
    )
    .orderBy('from_path')
    .limit(limit)
    .execute()
  return rows.map(
    ({ from_path: path, status }): Listed => ({
      path,
      status: status === 'gone' ? 'gone' : 'moved',
      key: path,
    }),
  )
}
