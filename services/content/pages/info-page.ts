import type { InfoPage } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { tags } from '../changes/tags.ts'
import { namedSeo, type PageScope } from './page-scope.ts'
import { nameScripts } from './scripts-of-others.ts'

const PRIVACY = 'privacy-policy'

export async function loadInfoPage(
  scope: PageScope,
  path: PagePath,
): Promise<InfoPage | undefined> {
  const info = await scope.db
    .selectFrom('info_page')
    .select(['slug', 'title', 'body_html as bodyHtml', 'headings', 'updated_at as updatedAt'])
    .where('path', '=', path)
    .executeTakeFirst()
  if (!info) return undefined

  const { slug, ...text } = info
  scope.reads(tags.info(slug))
  scope.changedAt(text.updatedAt)
  const page: InfoPage = {
    kind: 'info',
    path,
    seo: namedSeo(scope, slug),
    ...text,
    updatedAt: scope.showInstant(text.updatedAt),
  }
  return slug === PRIVACY ? nameScripts(page, scope.shell) : page
}
