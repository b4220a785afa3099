import type { ToolsPage } from '#shared/contracts/page.ts'
import { tags } from '../changes/tags.ts'
import { listedLinks } from '../library/card-repository.ts'
import { loadExamples } from '../library/example-list.ts'
import { categoryLink } from '../site/category-repository.ts'
import { newPageSeo, type PageScope } from './page-scope.ts'

/** All examples that readers change, by category; its articles with the newest first. */
export async function loadToolsPage(scope: PageScope): Promise<ToolsPage> {
  scope.reads(tags.tools)
  const { db, categories } = scope
  const examples = await loadExamples(db)
  const rows = examples.size === 0 ? [] : await listedLinks(db, { articles: [...examples.keys()] })
  return {
    kind: 'tools',
    path: '/tools',
    seo: newPageSeo(scope, 'tools'),
    categories: categories.flatMap((category) => {
      const filed = rows.filter(({ section }) => section.startsWith(`/${category.slug}/`))
      if (filed.length === 0) return []
      const links = scope.showLinks(filed)
      return {
        ...categoryLink(category),
        tools: filed.flatMap(({ id }, at) =>
          (examples.get(id) ?? []).flatMap(({ id: place, ...example }) => {
            const article = links[at]
            return article ? { ...example, path: `${article.path}#${place}`, article } : []
          }),
        ),
      }
    }),
  }
}
