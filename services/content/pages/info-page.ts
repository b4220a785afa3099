import type { InfoPage, Link } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { tags } from '../changes/tags.ts'
import { namedSeo, type PageScope } from './page-scope.ts'

/** Three today; a bound, not a page size. */
const MAX_INFO_PAGES = 100

export async function loadInfoPage(
  scope: PageScope,
  path: PagePath,
): Promise<InfoPage | undefined> {
  const info = await scope.db
    .selectFrom('info_page')
    .select(['slug', 'path', 'title', 'body_html', 'headings', 'updated_at'])
    .where('path', '=', path)
    .executeTakeFirst()
  if (!info) return undefined

  scope.reads(tags.info(info.slug))
  scope.changedAt(info.updated_at)
  return {
    kind: 'info',
    path: info.path,
    seo: await namedSeo(scope, info.slug),
    title: info.title,
    bodyHtml: info.body_html,
    headings: info.headings,
    updatedAt: info.updated_at,
  }
}

export async function loadInfoLinks(scope: PageScope): Promise<Link[]> {
  const pages = await scope.db
    .selectFrom('info_page')
    .select(['title', 'path'])
    .orderBy('path')
    .limit(MAX_INFO_PAGES)
    .execute()
  scope.reads(tags.infoPages)
  return pages
}
