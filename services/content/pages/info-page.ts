import type { InfoPage } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { tags } from '../changes/tags.ts'
import { namedSeo, type PageScope } from './page-scope.ts'

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
    seo: namedSeo(scope, info.slug),
    title: info.title,
    bodyHtml: info.body_html,
    headings: info.headings,
    updatedAt: info.updated_at,
  }
}
