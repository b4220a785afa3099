import { sql } from 'kysely'
import { settleAll } from '#shared/settle-all.ts'
import { ONLY, type TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { loadFacts, loadFactsDay, shownAt } from './fact-repository.ts'

/** The articles that are named for one fact, the newest first. */
const MAX_USERS = 50

/** Which published articles print each fact, by its name. */
export async function loadFactUses(db: Reader): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('fact_use')
        .innerJoin('article', 'article.id', 'fact_use.article')
        .select(['fact_use.fact', 'fact_use.article'])
        .select(
          sql<number>`row_number() over (
            partition by fact_use.fact order by article.published_at desc, article.id
          )`.as('place'),
        )
        .where('article.status', '=', 'published')
        .as('newest'),
    )
    .select('fact')
    .select(sql<string[]>`array_agg(article order by article)`.as('ids'))
    .where('place', '<=', MAX_USERS)
    .groupBy('fact')
    .execute()
  return new Map(rows.map(({ fact, ids }) => [fact, ids]))
}

/** Everything that the page of facts shows, but for the titles of articles. */
export const shownFactList: TrackedReading<unknown> = {
  async load({ db }) {
    const [facts, day, uses] = await settleAll([loadFacts(db), loadFactsDay(db), loadFactUses(db)])
    // Whether a fact stands on the home page as well is nothing to its own page.
    const shown = facts.map(({ onHome: _, ...fact }) => [
      fact,
      shownAt(fact, day),
      uses.get(fact.fact),
    ])
    return new Map([[ONLY[0], shown]])
  },
  tags: () => [tags.facts],
}
