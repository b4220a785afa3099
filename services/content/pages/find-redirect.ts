import type { Instant, PagePath } from '#shared/contracts/primitives.ts'
import { ALIASES } from '../addresses/aliases.ts'
import { articlePath } from '../addresses/article-path.ts'
import { tags } from '../changes/tags.ts'
import type { PageScope } from './page-scope.ts'

/**
 * Where an address leads, and whether a page was there once (301) or never (308); or when its article
 * was withdrawn.
 */
type Redirect = { location: PagePath; redirect: 301 | 308 } | { withdrawnAt: Instant }

/** Former addresses lead straight to the article's current address, so chains never grow. */
export async function findRedirect(
  { db, reads }: PageScope,
  path: PagePath,
): Promise<Redirect | undefined> {
  const article = await db
    .selectFrom('redirect')
    .innerJoin('article', 'article.id', 'redirect.article')
    .select(['article.id', 'article.slug', 'article.status', 'article.updated_at'])
    .where('redirect.from_path', '=', path)
    .executeTakeFirst()
  if (article) {
    reads(tags.slug(article.id))
    // Redirecting to a page that only says it is gone would be a detour.
    if (article.status === 'gone') return { withdrawnAt: article.updated_at }
    return { location: articlePath(article.slug), redirect: 301 }
  }

  const target = ALIASES[path]
  if (target === undefined) return undefined
  reads(tags.address(target))
  const page = await db
    .selectFrom('info_page')
    .select('path')
    .where('path', '=', target)
    .executeTakeFirst()
  return page && { location: page.path, redirect: 308 }
}
