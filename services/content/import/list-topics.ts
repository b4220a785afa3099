import { sql } from 'kysely'
import { listsOf } from '../articles/listings.ts'
import { applyMoves, planMoves, watchMoves } from '../articles/move-between-lists.ts'
import { loadWhole } from '../articles/stored-article.ts'
import { findSetting, saveSetting } from '../database/settings.ts'
import type { Edit } from '../editing/commit-edit.ts'
import { sectionsOf, shownTopics, shownTopicTitles } from '../topics/shown-topics.ts'
import { topicListsOf } from '../topics/topic-list.ts'

const LISTED_SETTING = 'topics-listed'
/** Articles that are in memory at once. */
const AT_ONCE = 200

/**
 * Brings the articles to the lists of their topics that were saved before there were such lists. To
 * be called before articles are saved.
 */
export async function listOlderTopics(edit: Edit, pageSize: number): Promise<void> {
  if (await findSetting(edit.tx, LISTED_SETTING)) return
  for (let after: string | undefined; ; ) {
    const articles = await loadTopical(edit, after)
    for (const article of articles) {
      const { id, author, placements, places, published_at } = await loadWhole(edit.tx, article)
      const topics = topicListsOf(placements)
      const listed = { id, publishedAt: published_at, letter: '' }
      const lists = listsOf(placements, author ?? '')
      const moves = await planMoves(edit, listed, places, lists)
      const joined = moves.joined.filter(({ list }) => topics.includes(list))
      const onlyTopics = { ...moves, left: [], redated: [], relettered: [], joined }
      await edit.watch(shownTopics, sectionsOf(topics))
      await edit.watch(shownTopicTitles, topics)
      await watchMoves(edit, onlyTopics, pageSize)
      applyMoves(edit, listed, onlyTopics)
    }
    after = articles.at(-1)?.id
    if (articles.length < AT_ONCE) break
  }
  await saveSetting(edit.tx, LISTED_SETTING, { version: 1 })
}

function loadTopical(edit: Edit, after: string | undefined) {
  let query = edit.tx
    .selectFrom('article')
    .selectAll()
    .where('status', '=', 'published')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('placement')
          .select('article')
          .whereRef('placement.article', '=', 'article.id')
          .where(sql<boolean>`cardinality(topics) > 0`),
      ),
    )
    .orderBy('id')
    .limit(AT_ONCE)
  if (after !== undefined) query = query.where('id', '>', after)
  return query.execute()
}
