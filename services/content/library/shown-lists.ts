import { sql } from 'kysely'
import { settleAll } from '#shared/settle-all.ts'
import {
  ALL,
  archivePageSize,
  archivePages,
  archivePath,
  FEED_SIZE,
  hasFeed,
} from '../addresses/lists.ts'
import type { TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import { newestNeeded } from './how-many.ts'
import { type ListHead, loadListStates, SITEMAP_FRONT } from './listings.ts'

interface ListFront extends Pick<ListHead, 'last' | 'newest' | 'newestAt' | 'arrivals'> {
  /** The articles on the list's front; for the list of all articles, its newest. */
  head: string[]
  /** The number of pages of its archive. */
  pages: number
  /** The articles of its feed; empty where it has no feed. */
  feed: string[]
}

const NOTHING: ListFront = {
  head: [],
  pages: 0,
  feed: [],
  last: 0,
  newest: [],
  newestAt: null,
  arrivals: [],
}

/**
 * What a list's front and feed show; keys are lists. Of lists with a feed also the newest articles
 * that home page and favorites are chosen from.
 */
export const shownLists: TrackedReading<ListFront> = {
  remembered: true,
  async load(snapshot, lists) {
    const [{ constants }, categories] = await settleAll([
      snapshot.settings(),
      snapshot.categories(),
    ])
    const { pageSize, more } = constants
    const newest = newestNeeded(constants, categories.length)
    const states = await loadListStates(
      snapshot.db,
      lists.map((list) => ({
        list,
        newest: hasFeed(list) ? newest : 0,
        pageSize: list === ALL ? null : archivePageSize(list, pageSize),
      })),
    )
    return new Map(
      [...states].map(([list, { front, ...state }]) => {
        const ids = state.newest.map(([id]) => id)
        const size = archivePageSize(list, pageSize)
        return [
          list,
          {
            ...state,
            head: front ?? ids.slice(0, more),
            pages: archivePages(state.last, size),
            feed: ids.slice(0, FEED_SIZE),
          },
        ]
      }),
    )
  },
  tags(list, before = NOTHING, after = NOTHING) {
    const touched = archiveTags(list, before.pages, after.pages)
    const headDiffers = before.head.join() !== after.head.join()
    const lengthDiffers = before.pages !== after.pages
    if (before.feed.join() !== after.feed.join()) touched.push(tags.feed(list))
    if (list !== ALL) {
      if (headDiffers || lengthDiffers) touched.push(tags.list(list))
    } else {
      if (headDiffers) touched.push(tags.newest)
      if (lengthDiffers) touched.push(tags.sitemapList)
    }
    return touched
  },
}

/** Pages are added and removed at an archive's end. The page before them gains or loses a link. */
function archiveTags(list: string, before: number, after: number): string[] {
  if (before === after) return []
  const [shorter, longer] = [Math.min(before, after), Math.max(before, after)]
  const changed = Array.from({ length: longer - shorter }, (_, index) =>
    tags.address(archivePath(list, shorter + index + 1)),
  )
  if (shorter > 0) changed.push(tags.archive(list, shorter))
  return changed
}

/** Hashes of the articles on pages of archives; keys are those of `archiveKey`. */
export const shownArchives: TrackedReading<string> = {
  remembered: true,
  async load({ db, settings }, keys) {
    const { constants } = await settings()
    const wanted = keys.map((key) => {
      const { list, page } = parseKey(key)
      const size = archivePageSize(list, constants.pageSize)
      return { key, list, size, last: page * size }
    })
    const rows = await db
      .selectFrom(
        sql<{ key: string; list: string; last: number; size: number }>`unnest(
          ${keys}::text[], ${wanted.map(({ list }) => list)}::text[],
          ${wanted.map(({ last }) => last)}::int[], ${wanted.map(({ size }) => size)}::int[])`.as<'wanted'>(
          sql`wanted(key, list, last, size)`,
        ),
      )
      .select([
        'wanted.key',
        sql<string | null>`(
          select md5(string_agg(article::text, ',' order by published_at desc, article))
          from listing where listing.list = wanted.list
            and position > wanted.last - wanted.size and position <= wanted.last)`.as('hash'),
      ])
      .execute()
    return new Map(rows.flatMap(({ key, hash }) => (hash === null ? [] : [[key, hash] as const])))
  },
  tags(key) {
    const { list, page } = parseKey(key)
    return [tags.archive(list, page)]
  },
}

function parseKey(key: string) {
  const [list = '', page] = key.split(' ')
  return { list, page: Number(page) }
}

/** A hash of the first site map page: which articles it lists under which subcategory. */
export const shownSitemapList: TrackedReading<string> = {
  remembered: true,
  async load({ db }) {
    const rows = await db
      .selectFrom(
        sql<{ article: string; place: number }>`
          unnest(${SITEMAP_FRONT}) with ordinality`.as<'shown'>(sql`shown(article, place)`),
      )
      .innerJoin('placement as home', (join) =>
        join.onRef('home.article', '=', 'shown.article').on('home.position', '=', 0),
      )
      .select(
        sql<string>`md5(string_agg(
          home.category || '/' || home.subcategory || ' ' || shown.article, ','
          order by home.category, home.subcategory, shown.place))`.as('hash'),
      )
      .execute()
    return new Map(rows.map(({ hash }) => ['', hash]))
  },
  tags: () => [tags.sitemapList],
}
