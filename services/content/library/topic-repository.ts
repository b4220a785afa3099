import { type RawBuilder, sql } from 'kysely'
import { slugify } from '#shared/text/slugify.ts'
import { partsOfTopic, type Topic, topicTitle } from '../addresses/topic-list.ts'
import type { Reader } from '../database/reader.ts'

/** The most topics that a subcategory links to; where there are more, the first by slug. */
const MAX_TOPICS = 100

/** A topic with the length of its list. */
export interface ListedTopic extends Topic {
  /** The last position in use. */
  last: number
}

/**
 * By subcategory (as `category/subcategory`), its topics that have articles, ordered by slug. One
 * index look-up for each topic, however many articles there are.
 */
export async function loadTopics(
  db: Reader,
  sections: readonly string[],
): Promise<Map<string, ListedTopic[]>> {
  const found = new Map<string, ListedTopic[]>(sections.map((section) => [section, []]))
  if (sections.length === 0) return found
  const wanted = sql<{ section: string }>`unnest(${[...sections]}::text[])`
  const rows = await db
    .selectFrom(wanted.as<'wanted'>(sql`wanted(section)`))
    .innerJoinLateral(
      topicsBehind(sql`wanted.section || '/'`, MAX_TOPICS, END).as<'topic'>(sql`topic(list)`),
      (join) => join.onTrue(),
    )
    .select(['wanted.section', 'topic.list', writings, last])
    .execute()
  for (const { section, list, written, last } of rows) {
    found.get(section)?.push({ ...nameTopic(list, written), last })
  }
  return found
}

/** The topic lists between two names in their order, found by one index look-up each. */
const topicsBehind = (name: Sql, limit: number, before?: Sql) => sql<{ list: string }>`(
  with recursive topic (list, number) as (
    (${topicBehind(name, before)})
    union all
    select next.list, topic.number + 1 from topic
      cross join lateral (${topicBehind(sql`topic.list`, before)}) as next
      where topic.number < ${sql.lit(limit)}
  )
  select list from topic)`

/** The first topic list after a name, byte by byte as in the index. */
const topicBehind = (name: Sql, before: Sql = sql`null::text`) => sql`
  select list, 1 as number from listing
    where list like '%/%/%'
      and list collate "C" > (${name}) collate "C"
      and (${before} is null or list collate "C" < (${before}) collate "C")
    order by list collate "C" limit 1`

type Sql = RawBuilder<unknown>

/** An upper limit for all names that begin with a subcategory and a slash: '0' follows '/'. */
const END = sql`wanted.section || '0'`

/** The topics that belong to these lists. Lists without articles are left out. */
export async function loadNamedTopics(
  db: Reader,
  lists: readonly string[],
): Promise<Map<string, Topic>> {
  if (lists.length === 0) return new Map()
  const wanted = sql<{ list: string }>`unnest(${[...lists]}::text[])`
  const rows = await db
    .selectFrom(wanted.as<'topic'>(sql`topic(list)`))
    .select(['topic.list', writings])
    .execute()
  return new Map(
    rows.flatMap(({ list, written }) => (written ? [[list, nameTopic(list, written)]] : [])),
  )
}

/** The topics of the subcategory as written by the first article in the list of `topic`. */
const writings = sql<string[] | null>`(
  select placement.topics from (
    select article from listing where listing.list = topic.list order by position limit 1
  ) as first
  join placement on placement.article = first.article
    and placement.category = split_part(topic.list, '/', 1)
    and placement.subcategory = split_part(topic.list, '/', 2))`.as('written')

const last = sql<number>`(
  select max(position) from listing where listing.list = topic.list)`.as('last')

/** The list's first article decides how the topic's name is written. */
function nameTopic(list: string, written: readonly string[] | null): Topic {
  const { slug } = partsOfTopic(list)
  return { slug, title: topicTitle(written?.find((topic) => slugify(topic) === slug) ?? slug) }
}

/** The next lists of topics in order of their names, after `after` or from the first one. */
export async function listTopics(
  db: Reader,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom(topicsBehind(sql`${after ?? ''}::text`, limit).as<'topic'>(sql`topic`))
    .select('topic.list')
    .orderBy(sql`topic.list collate "C"`)
    .limit(limit)
    .execute()
  return rows.map(({ list }) => list)
}
