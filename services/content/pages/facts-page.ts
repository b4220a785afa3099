import type { FactsPage, Seo } from '#shared/contracts/page.ts'
import { settleAll } from '#shared/settle-all.ts'
import { tags } from '../changes/tags.ts'
import { hasEnded, newestValue } from '../facts/dated-values.ts'
import { listedLinks } from '../library/card-repository.ts'
import { loadFactUses } from '../library/fact-list.ts'
import { loadFacts, loadFactsDay } from '../library/fact-repository.ts'
import { namedSeo, type PageScope } from './page-scope.ts'

export async function loadFactsPage(scope: PageScope): Promise<FactsPage> {
  scope.reads(tags.facts)
  const { db } = scope
  const [facts, day, uses] = await settleAll([loadFacts(db), loadFactsDay(db), loadFactUses(db)])
  const articles = [...new Set([...uses.values()].flat())]
  const rows = articles.length === 0 ? [] : await listedLinks(db, { articles })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    kind: 'facts',
    path: '/facts',
    seo: seoOf(scope),
    facts: facts.map((fact) => {
      const value = newestValue(fact, day)
      const source = value?.source ?? fact.source
      const users = (uses.get(fact.fact) ?? []).flatMap((id) => byId.get(id) ?? [])
      return {
        name: fact.fact,
        title: fact.title,
        ...(value && { value }),
        ...(value && hasEnded(value, day) && { ended: true }),
        ...(source && { source }),
        values: fact.values.toReversed(),
        articles: scope.showLinks(users),
      }
    }),
  }
}

/** The content of a release without facts has no words for this page until the next import. */
function seoOf(scope: PageScope): Seo {
  if (scope.namedTexts.has('facts')) return namedSeo(scope, 'facts')
  scope.reads(tags.seoTitle('facts'))
  const { title, tagline } = scope.site
  return { title, description: tagline || title, noindex: true }
}
