import { type RawBuilder, sql } from 'kysely'
import { slugify } from '#shared/text/slugify.ts'
import type { Reader } from '../database/reader.ts'
import { partsOfTopic, type Topic, topicTitle } from './topic-list.ts'

/** Topics that a subcategory leads to; of more, the first by slug. */
export const MAX_TOPICS = 100

/** A topic, and how far its list has come. */
export interface ListedTopic extends Topic {
  /** The highest position in its list. */
  last: number
}

/**
 * By subcategory, as `category/subcategory`, the topics under which articles stand, by slug. One
 * look into an index for each topic, however many articles there are.
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
      sql<{ list: string }>`(
        with recursive topic (list, number) as (
          (${topicBehind(sql`wanted.section || '/'`, END)})
          union all
          select next.list, topic.number + 1 from topic
            cross join lateral (${topicBehind(sql`topic.list`, END)}) as next
            where topic.number < ${sql.lit(MAX_TOPICS)}
        )
        select list from topic)`.as<'topic'>(sql`topic(list)`),
      (join) => join.onTrue(),
    )
    .select(['wanted.section', 'topic.list', writings, last])
    .execute()
  for (const { section, list, written, last } of rows) {
    found.get(section)?.push({ ...nameTopic(list, written), last })
  }
  return found
}

/** The first list of a topic behind a name; names are compared byte by byte, as the index is. */
const topicBehind = (name: Sql, before: Sql = sql`null::text`) => sql`
  select list, 1 as number from listing
    where list like '%/%/%'
      and list collate "C" > (${name}) collate "C"
      and (${before} is null or list collate "C" < (${before}) collate "C")
    order by list collate "C" limit 1`

type Sql = RawBuilder<unknown>

/** What comes behind all names that begin with a subcategory and a slash. */
const END = sql`wanted.section || '0'`

/** The topics with these lists; what nobody names is not there. */
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

/** The topics of the subcategory as the first article in the list of `topic` writes them. */
const writings = sql<string[] | null>`(
  select placement.topics from (
    select article from listing where listing.list = topic.list order by position limit 1
  ) as first
  join placement on placement.article = first.article
    and placement.category = split_part(topic.list, '/', 1)
    and placement.subcategory = split_part(topic.list, '/', 2))`.as('written')

const last = sql<number>`(
  select max(position) from listing where listing.list = topic.list)`.as('last')

/** Whoever wrote of it first has named it, until he calls it otherwise or leaves. */
function nameTopic(list: string, written: readonly string[] | null): Topic {
  const { slug } = partsOfTopic(list)
  return { slug, title: topicTitle(written?.find((topic) => slugify(topic) === slug) ?? slug) }
}

/** The next lists of topics by name, behind one of them or from the first on. */
export async function listTopics(
  db: Reader,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom(
      sql<{ list: string }>`(
        with recursive topic (list, number) as (
          (${topicBehind(sql`${after ?? ''}::text`)})
          union all
          select next.list, topic.number + 1 from topic
            cross join lateral (${topicBehind(sql`topic.list`)}) as next
            where topic.number < ${limit}
        )
        select list from topic)`.as<'topic'>(sql`topic`),
    )
    .select('topic.list')
    .orderBy(sql`topic.list collate "C"`)
    .limit(limit)
    .execute()
  return rows.map(({ list }) => list)
}
