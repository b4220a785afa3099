import type { CorrectionsPage } from '#shared/contracts/page.ts'
import { tags } from '../changes/tags.ts'
import { listedLinks } from '../library/card-repository.ts'
import { loadCorrections } from '../library/correction-list.ts'
import { newPageSeo, type PageScope } from './page-scope.ts'

/** What was wrong in articles, and what stands there now; the newest first. */
export async function loadCorrectionsPage(scope: PageScope): Promise<CorrectionsPage> {
  scope.reads(tags.corrections)
  const { db } = scope
  const corrections = await loadCorrections(db)
  const articles = [...new Set(corrections.map(({ article }) => article))]
  const rows = articles.length === 0 ? [] : await listedLinks(db, { articles })
  const links = scope.showLinks(rows)
  const byId = new Map(rows.map(({ id }, at) => [id, links[at]]))
  return {
    kind: 'corrections',
    path: '/corrections',
    seo: newPageSeo(scope, 'corrections'),
    corrections: corrections.flatMap(({ article: id, ...correction }) => {
      const article = byId.get(id)
      return article ? { ...correction, article } : []
    }),
  }
}
