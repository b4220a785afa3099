import type { GuidesPage } from '#shared/contracts/page.ts'
import { articlePath } from '../addresses/article-path.ts'
import { tags } from '../changes/tags.ts'
import { articlesAtPaths, findGuides, pathsOfGuides } from '../library/guides.ts'
import { newPageSeo, type PageScope } from './page-scope.ts'

/** All guides. A step whose article is withdrawn is left out until it is back. */
export async function loadGuidesPage(scope: PageScope): Promise<GuidesPage> {
  const guides = await findGuides(scope.db)
  const paths = pathsOfGuides(guides)
  scope.reads(tags.guides, ...paths.map(tags.address))
  const articles = await articlesAtPaths(scope.db, paths)
  // Also of those that are withdrawn: they may come back.
  scope.reads(...[...articles.values()].map(({ id }) => tags.link(id)))
  return {
    kind: 'guides',
    path: '/guides',
    seo: newPageSeo(scope, 'guides'),
    guides: guides.map(({ steps, ...guide }) => ({
      ...guide,
      steps: steps.flatMap(({ article, why }) => {
        const row = articles.get(articlePath(article))?.row
        return row ? scope.showLinks([row]).map((link) => ({ ...link, why })) : []
      }),
    })),
  }
}
