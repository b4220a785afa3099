import type { PagePath } from '#shared/contracts/primitives.ts'
import { articlePath } from '../articles/article-path.ts'
import { tags } from '../changes/tags.ts'
import type { PageScope } from './page-scope.ts'

/** Addresses of info pages that people guess. */
export const ALIASES: Readonly<Record<PagePath, PagePath>> = {
  '/about': '/info/about-us',
  '/about-us': '/info/about-us',
  '/privacy': '/privacy-policy',
  '/terms-of-use': '/terms',
}

/** Former addresses lead to where their article is now, so chains never grow. */
export async function findRedirect(
  scope: PageScope,
  path: PagePath,
): Promise<PagePath | undefined> {
  const article = await scope.db
    .selectFrom('redirect')
    .innerJoin('article', 'article.id', 'redirect.article')
    .select(['article.id', 'article.slug'])
    .where('redirect.from_path', '=', path)
    .executeTakeFirst()
  if (!article) return findAlias(scope, path)

  scope.reads(tags.slug(article.id))
  return articlePath(article.slug)
}

async function findAlias({ db, reads }: PageScope, path: PagePath): Promise<PagePath | undefined> {
  const target = ALIASES[path]
  if (target === undefined) return undefined
  reads(tags.address(target))
  const page = await db
    .selectFrom('info_page')
    .select('path')
    .where('path', '=', target)
    .executeTakeFirst()
  return page?.path
}
