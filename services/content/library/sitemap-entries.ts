import { sql } from 'kysely'
import { type KindsWith, PAGE_KINDS } from '#shared/contracts/page.ts'
import type { SitemapEntry } from '#shared/contracts/page-model.ts'
import { CONTENT_START, type Instant, type PagePath } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import { authorPath } from '../addresses/author-path.ts'
import { letterPath, lettersPath } from '../addresses/letter-addresses.ts'
import { ALL, authorList, isCategoryList } from '../addresses/lists.ts'
import { SINGLE_KINDS, type SingleKind } from '../addresses/single-pages.ts'
import { ONLY, type Reading, type Snapshot, type TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { listsIn } from '../site/category-repository.ts'
import { loadLettersNow } from './letters.ts'
import { shownLists } from './shown-lists.ts'
import { shownTermEntries } from './term-pages.ts'

/** The entries of the XML site map for pages that are not articles. */
export const shownPageEntries: TrackedReading<SitemapEntry[]> = {
  remembered: true,
  async load(snapshot) {
    // Before the first import there is nothing to list.
    return (await snapshot.findSettings())
      ? new Map([[ONLY[0], await loadPageEntries(snapshot, datesRead(snapshot))]])
      : new Map()
  },
  tags(_key, before = [], after = []) {
    const newestIn = (entries: readonly SitemapEntry[]) =>
      newestOf(entries.map(({ modifiedAt }) => modifiedAt))
    return newestIn(before) === newestIn(after)
      ? [tags.sitemapPages]
      : [tags.sitemapPages, tags.sitemapIndex]
  },
}

/** Page kinds of the file `pages.xml` that may have many pages. */
type EntryKind = Exclude<KindsWith<{ sitemap: 'pages' }>, SingleKind>

const SINGLE_PATHS = SINGLE_KINDS.filter((kind) => PAGE_KINDS[kind].sitemap === 'pages').map(
  (kind) => PAGE_KINDS[kind].path,
)

/**
 * Entries for every page that is neither an article nor part of an archive. A list's page, and the
 * pages that show articles of the whole site, count as modified when their newest article was
 * published.
 */
export async function loadPageEntries(
  snapshot: Snapshot,
  dateLists: DateLists,
): Promise<SitemapEntry[]> {
  const [categories, own, letters, terms] = await settleAll([
    snapshot.categories(),
    snapshot.read(importedPages, ONLY),
    loadLettersNow(snapshot),
    snapshot.read(shownTermEntries, ONLY),
  ])
  const { authors = [], info = [] } = own.get(ONLY[0]) ?? {}
  const letterEntries = letters.map(({ category, key, newest }) => ({
    path: letterPath(category, key),
    modifiedAt: newest,
  }))
  const byDictionary = [...Map.groupBy(letters, ({ category }) => category)]
  const alphabets = byDictionary.map(([dictionary, own]) => ({
    path: lettersPath(dictionary),
    modifiedAt: newestOf(own.map(({ newest }) => newest)),
  }))
  const branches = listsIn(categories)
  const signed = authors.map((slug) => ({ slug, list: authorList(slug) }))
  const dates = await dateLists([ALL, ...branches, ...signed.map(({ list }) => list)])
  const entryOf = (path: PagePath, list: string): SitemapEntry => ({
    path,
    modifiedAt: dates.get(list) ?? CONTENT_START,
  })
  const entries: Record<EntryKind, readonly SitemapEntry[]> = {
    category: branches.filter(isCategoryList).map((list) => entryOf(`/${list}`, list)),
    subcategory: branches
      .filter((list) => !isCategoryList(list))
      .map((list) => entryOf(`/${list}`, list)),
    author: signed.map(({ slug, list }) => entryOf(authorPath(slug), list)),
    letters: alphabets,
    letter: letterEntries,
    term: terms.get(ONLY[0]) ?? [],
    info,
  }
  return [...SINGLE_PATHS.map((path) => entryOf(path, ALL)), ...Object.values(entries).flat()]
}

export const newestOf = (instants: readonly Instant[]): Instant =>
  instants.reduce((newest, instant) => (instant > newest ? instant : newest), CONTENT_START)

/** When the newest article of each list was published. Empty lists are left out. */
type DateLists = (lists: readonly string[]) => Promise<ReadonlyMap<string, Instant>>

/** For a moment at which nothing else is asked about lists. */
export const datesOf =
  (db: Reader): DateLists =>
  async (lists) => {
    const wanted = sql<{ list: string }>`unnest(${[...lists]}::text[])`
    const rows = await db
      .selectFrom(wanted.as<'wanted'>(sql`wanted(list)`))
      .select([
        'wanted.list',
        sql<Instant | null>`(
          select max(published_at) from listing where listing.list = wanted.list)`.as('newestAt'),
      ])
      .execute()
    return new Map(rows.flatMap(({ list, newestAt }) => (newestAt ? [[list, newestAt]] : [])))
  }

/** For an edit, which asks about lists anyway. */
const datesRead =
  (snapshot: Snapshot): DateLists =>
  async (lists) => {
    const states = await snapshot.read(shownLists, lists)
    return new Map(
      [...states].flatMap(([list, { newestAt }]) => (newestAt ? [[list, newestAt]] : [])),
    )
  }

/** Authors and info pages, which come with an import and with no other edit. */
const importedPages: Reading<{ authors: string[]; info: SitemapEntry[] }> = {
  remembered: true,
  async load({ db }) {
    const [authors, info] = await settleAll([
      db.selectFrom('author').select('slug').orderBy('slug').execute(),
      db
        .selectFrom('info_page')
        .select(['path', 'updated_at as modifiedAt'])
        .orderBy('path')
        .execute(),
    ])
    return new Map([[ONLY[0], { authors: authors.map(({ slug }) => slug), info }]])
  },
}
