import type { Instant, PagePath } from '#shared/contracts/primitives.ts'
import { ALIASES } from '../addresses/aliases.ts'
import { articlePath } from '../addresses/article-path.ts'
import { tags } from '../changes/tags.ts'
import { findArticleAt, MAX_LEADS } from '../library/article-at-path.ts'
import { askable, findPages } from '../library/find-pages.ts'
import type { PageScope } from './page-scope.ts'

/**
 * Where an address leads, and whether a page was there once (301) or never (308); or when its article
 * was withdrawn.
 */
type Redirect = { location: PagePath; redirect: 301 | 308 } | { withdrawnAt: Instant }

/** Former addresses lead straight to the article's current address, so chains never grow. */
export async function findRedirect(
  scope: PageScope,
  path: PagePath,
): Promise<Redirect | undefined> {
  const { db, reads } = scope
  const article = await findArticleAt(db, path)
  if (article) {
    reads(tags.slug(article.id))
    if (article.status === 'published')
      return { location: articlePath(article.slug), redirect: 301 }
    // Redirecting to a page that only says it is gone would be a detour.
    const location = await findSuccessor(scope, article.gone_to)
    return location === undefined
      ? { withdrawnAt: article.updated_at }
      : { location, redirect: 301 }
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

/**
 * Where readers of a withdrawn article are led, straight to where that is now.
 *
 * @returns `undefined` where no page was chosen, or that is gone by now
 */
async function findSuccessor(
  { db, reads }: PageScope,
  chosen: PagePath | null,
): Promise<PagePath | undefined> {
  let path = chosen
  for (let step = 0; step < MAX_LEADS && path !== null; step++) {
    reads(tags.address(path))
    const article = await findArticleAt(db, path)
    if (!article)
      return (await findPages(db, askable([path]), PRESENT)).has(path) ? path : undefined
    reads(tags.slug(article.id))
    if (article.status === 'published') return articlePath(article.slug)
    path = article.gone_to
  }
  return undefined
}

const PRESENT = { withdrawn: false }
