import { sql } from 'kysely'
import type { SitemapEntry } from '#shared/contracts/page-model.ts'
import { CONTENT_START, type Instant, type PagePath } from '#shared/contracts/primitives.ts'
import { authorPath } from '../addresses/author-path.ts'
import { letterPath, lettersPath } from '../addresses/letter-addresses.ts'
import { ALL, authorList } from '../addresses/lists.ts'
import type { Moment } from '../changes/moment.ts'
import { ONLY, type Shown } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { listsIn } from '../site/category-repository.ts'
import { findSiteSettings } from '../site/site-settings.ts'
import { loadUsedLetters } from './letters.ts'

/** The entries of the XML site map for pages that are not articles. */
export const shownPageEntries: Shown<SitemapEntry[]> = {
  async look(moment) {
    // Before the first import there is nothing to list.
    if (!(await findSiteSettings(moment.db))) return new Map()
    return new Map([[ONLY[0], await loadPageEntries(moment)]])
  },
  tags(_key, before = [], after = []) {
    const newestIn = (entries: readonly SitemapEntry[]) =>
      newestOf(entries.map(({ modifiedAt }) => modifiedAt))
    return newestIn(before) === newestIn(after)
      ? [tags.sitemapPages]
      : [tags.sitemapPages, tags.sitemapIndex]
  },
}

/**
 * Entries for every page that is neither an article nor part of an archive. A list's page, and the
 * pages that show articles of the whole site, count as modified when their newest article was
 * published.
 */
export async function loadPageEntries(moment: Moment): Promise<SitemapEntry[]> {
  const { db } = moment
  const categories = await moment.categories()
  const authors = await db.selectFrom('author').select('slug').orderBy('slug').execute()
  const info = await db
    .selectFrom('info_page')
    .select(['path', 'updated_at as modifiedAt'])
    .orderBy('path')
    .execute()
  const lists: DatedList[] = [
    ...['/', '/authors', '/sitemap'].map((path) => ({ path, list: ALL })),
    ...listsIn(categories).map((list) => ({ path: `/${list}`, list })),
    ...authors.map(({ slug }) => ({ path: authorPath(slug), list: authorList(slug) })),
  ]
  // Before the first import there are neither categories nor settings.
  const letters =
    categories.length === 0
      ? []
      : await loadUsedLetters(db, categories, (await moment.settings()).site.locale)
  const letterEntries = letters.map(({ category, key, newest }) => ({
    path: letterPath(category, key),
    modifiedAt: newest,
  }))
  const byDictionary = [...Map.groupBy(letters, ({ category }) => category)]
  const alphabets = byDictionary.map(([dictionary, own]) => ({
    path: lettersPath(dictionary),
    modifiedAt: newestOf(own.map(({ newest }) => newest)),
  }))
  return [...(await dateLists(db, lists)), ...alphabets, ...letterEntries, ...info]
}

export const newestOf = (instants: readonly Instant[]): Instant =>
  instants.reduce((newest, instant) => (instant > newest ? instant : newest), CONTENT_START)

interface DatedList {
  path: PagePath
  list: string
}

async function dateLists(db: Reader, lists: readonly DatedList[]): Promise<SitemapEntry[]> {
  const wanted = sql<DatedList>`unnest(
    ${lists.map(({ path }) => path)}::text[], ${lists.map(({ list }) => list)}::text[])`
  const rows = await db
    .selectFrom(wanted.as<'wanted'>(sql`wanted(path, list)`))
    .select([
      'wanted.path',
      sql<Instant | null>`(select max(published_at) from listing where listing.list = wanted.list)`.as(
        'modifiedAt',
      ),
    ])
    .execute()
  return rows.map(({ path, modifiedAt }) => ({ path, modifiedAt: modifiedAt ?? CONTENT_START }))
}
