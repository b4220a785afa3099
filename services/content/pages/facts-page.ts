import type { Fact } from '#shared/contracts/fact.ts'
import type { FactsPage } from '#shared/contracts/page.ts'
import { settleAll } from '#shared/settle-all.ts'
import { tags } from '../changes/tags.ts'
import { hasEnded, newestValue } from '../facts/dated-values.ts'
import { groupBySubject } from '../facts/group-by-subject.ts'
import { listedLinks } from '../library/card-repository.ts'
import { loadFactUses } from '../library/fact-list.ts'
import { loadFacts, loadFactsDay } from '../library/fact-repository.ts'
import { newPageSeo, type PageScope } from './page-scope.ts'

export async function loadFactsPage(scope: PageScope): Promise<FactsPage> {
  scope.reads(tags.facts)
  const { db } = scope
  const [facts, day, uses] = await settleAll([loadFacts(db), loadFactsDay(db), loadFactUses(db)])
  const articles = [...new Set([...uses.values()].flat())]
  const rows = articles.length === 0 ? [] : await listedLinks(db, { articles })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const listed = (fact: Fact) => {
    const value = newestValue(fact, day)
    const source = value?.source ?? fact.source
    const users = (uses.get(fact.fact) ?? []).flatMap((id) => byId.get(id) ?? [])
    return {
      name: fact.fact,
      title: fact.title,
      ...(value && { value }),
      ...(value && hasEnded(value, day) && { ended: true as const }),
      ...(source && { source }),
      values: fact.values.toReversed(),
      articles: scope.showLinks(users),
    }
  }
  return {
    kind: 'facts',
    path: '/facts',
    seo: newPageSeo(scope, 'facts'),
    groups: groupBySubject(facts).map((group) => ({ ...group, facts: group.facts.map(listed) })),
  }
}
