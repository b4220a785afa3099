import type { InfoPage } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { tags } from '../changes/tags.ts'
import { namedSeo, type PageScope } from './page-scope.ts'

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
  return { kind: 'info', path, seo: namedSeo(scope, slug), ...text, ...scriptHosts(scope, slug) }
}

/** The page about privacy names the sites whose scripts run here. The shell's tag stands for them. */
function scriptHosts({ shell: { thirdPartyScripts = [] } }: PageScope, slug: string) {
  if (slug !== PRIVACY || thirdPartyScripts.length === 0) return {}
  const hosts = new Set(thirdPartyScripts.map((address) => new URL(address).host))
  return { scriptHosts: [...hosts].sort() }
}
