import type { Selectable } from 'kysely'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { parsePageRoute } from '../addresses/page-route.ts'
import type { Reader } from '../database/reader.ts'
import type { ArticleTable } from '../database/schema.ts'

/** Readers of a withdrawn article are led on so often at most. */
export const MAX_LEADS = 10

/** What says where an article leads. */
export type LeadingArticle = Pick<
  Selectable<ArticleTable>,
  'id' | 'slug' | 'status' | 'updated_at' | 'expires_to' | 'gone_to'
>

/** The article at a path or, if there is none, the one that was there before it was renamed. */
export async function findArticleAt(
  db: Reader,
  path: PagePath,
): Promise<LeadingArticle | undefined> {
  const route = parsePageRoute(path)
  const slug = route.kind === 'article' ? route.slug : undefined
  const columns = ['id', 'slug', 'status', 'updated_at', 'expires_to', 'gone_to'] as const
  const there =
    slug === undefined
      ? undefined
      : await db.selectFrom('article').select(columns).where('slug', '=', slug).executeTakeFirst()
  return (
    there ??
    (await db
      .selectFrom('article')
      .select(columns)
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('redirect').select('article').where('from_path', '=', path),
      )
      .executeTakeFirst())
  )
}
