import { hasShape } from '#shared/check-shape.ts'
import { Slug } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { StoredArticle } from '../library/stored-article.ts'
import { notSaved } from './check-among-stored.ts'
import { findArticle } from './stored-articles.ts'

/** @throws {SiteError} for an address that another article has */
export async function checkSlug(
  edit: Edit,
  wanted: unknown,
  existing: StoredArticle,
): Promise<Slug> {
  const refuse = (message: string) => notSaved([{ field: '/slug', message }])
  if (!hasShape(Slug, wanted)) {
    throw refuse('must be lower-case words joined by hyphens, at most 120 characters')
  }
  if (wanted === existing.slug) return wanted
  const holder = await findArticle(edit.tx, wanted)
  if (holder) {
    throw new SiteError('conflict', `Another article is at ${articlePath(wanted)} already`)
  }
  return wanted
}
