import type { ToolsPage } from '#shared/contracts/page.ts'
import { tags } from '../changes/tags.ts'
import { listedLinks } from '../library/card-repository.ts'
import { loadExamples } from '../library/example-list.ts'
import { groupTools } from './group-tools.ts'
import { newPageSeo, type PageScope } from './page-scope.ts'

/** All examples that readers change, by subcategory; its articles with the newest first. */
export async function loadToolsPage(scope: PageScope): Promise<ToolsPage> {
  scope.reads(tags.tools)
  const { db, categories } = scope
  const examples = await loadExamples(db)
  const rows = examples.size === 0 ? [] : await listedLinks(db, { articles: [...examples.keys()] })
  const links = scope.showLinks(rows)
  const tools = rows.flatMap(({ id, section }, at) =>
    (examples.get(id) ?? []).flatMap(({ id: place, ...example }) => {
      const article = links[at]
      return article
        ? { section, tool: { ...example, path: `${article.path}#${place}`, article } }
        : []
    }),
  )
  return {
    kind: 'tools',
    path: '/tools',
    seo: newPageSeo(scope, 'tools'),
    sections: groupTools(categories, tools),
  }
}
