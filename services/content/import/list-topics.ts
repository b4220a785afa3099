import { sql } from 'kysely'
import { settleAll } from '#shared/settle-all.ts'
import { ALL, listsOf } from '../addresses/lists.ts'
import { topicListsOf } from '../addresses/topic-list.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { runParts } from '../edits/edit-part.ts'
import { lastPositionsIn, listsPart, planMoves } from '../edits/lists-part.ts'
import { sectionsOf, shownTopics, shownTopicTitles } from '../library/shown-topics.ts'
import { loadWhole, type StoredArticle } from '../library/stored-article.ts'

/** Articles in memory at the same time. */
const ARTICLES_AT_ONCE = 200

/**
 * Adds articles to lists of topics that older code left out. Must be called before articles are
 * saved.
 */
export async function listMissingTopics(edit: Edit, pageSize: number): Promise<void> {
  for (let after: StoredArticle | undefined; ; ) {
    const articles = await loadUnlisted(edit, after)
    for (const article of articles) {
      const { id, author, placements, places, published_at } = await loadWhole(edit.tx, article)
      const topics = topicListsOf(placements)
      const listed = { id, publishedAt: published_at, letter: '' }
      const lists = listsOf(placements, author ?? '')
      const last = await lastPositionsIn(edit, places, lists)
      const moves = planMoves(listed, places, lists, last)
      const joined = moves.joined.filter(({ list }) => topics.includes(list))
      const onlyTopics = { ...moves, left: [], redated: [], relettered: [], joined }
      await runParts(edit, [
        {
          watch: ({ track }) =>
            settleAll([track(shownTopics, sectionsOf(topics)), track(shownTopicTitles, topics)]),
        },
        listsPart({ listed, moves: onlyTopics, pageSize }),
      ])
    }
    after = articles.at(-1)
    if (articles.length < ARTICLES_AT_ONCE) break
  }
}

/** The next articles, oldest first, with topics in whose lists they are missing. */
function loadUnlisted(edit: Edit, after: StoredArticle | undefined): Promise<StoredArticle[]> {
  let query = edit.tx
    .selectFrom('listing')
    .innerJoin('article', 'article.id', 'listing.article')
    .selectAll('article')
    .where('listing.list', '=', ALL)
    .where(
      sql<boolean>`exists (
        select from placement
          where placement.article = listing.article and cardinality(topics) > 0
            and not exists (
              select from listing as topical
                where topical.article = placement.article
                  and starts_with(topical.list, category || '/' || subcategory || '/')))`,
    )
    .orderBy('listing.published_at')
    .orderBy('listing.article')
    .limit(ARTICLES_AT_ONCE)
  if (after !== undefined) {
    query = query.where(
      sql<boolean>`(listing.published_at, listing.article)
        > (${after.published_at}::timestamptz, ${after.id}::uuid)`,
    )
  }
  return query.execute()
}
