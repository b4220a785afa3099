import type { PagePath, Slug } from '#shared/contracts/primitives.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { Reader } from '../database/reader.ts'
import type { StoredArticle } from './stored-article.ts'

/** Where the article is now that was at a path before; `undefined` where no other is known. */
export async function movedFrom(db: Reader, path: PagePath): Promise<PagePath | undefined> {
  const article = await db
    .selectFrom('redirect')
    .innerJoin('article', 'article.id', 'redirect.article')
    .select('slug')
    .where('from_path', '=', path)
    .where('status', '=', 'published')
    .executeTakeFirst()
  return article && articlePath(article.slug)
}

/**
 * A warning where an article comes to an address at which another one was before: links from elsewhere
 * were led on to that one until now. Ask before the article is saved.
 *
 * @param existing what is stored of the article
 */
export async function warningsAboutAddress(
  db: Reader,
  slug: Slug,
  existing: Pick<StoredArticle, 'slug'> | undefined,
) {
  if (existing?.slug === slug) return []
  const other = await movedFrom(db, articlePath(slug))
  if (other === undefined || (existing && other === articlePath(existing.slug))) return []
  const message = `was the address of ${other} before, and led there until now: links from elsewhere that mean that article lead to this one. Choose another if that is not meant`
  return [{ field: '/slug', code: 'W-FORMER-ADDRESS', message } as const]
}
