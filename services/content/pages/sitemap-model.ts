import type { ReadonlyKysely } from 'kysely/readonly'
import type { SitemapEntry, SitemapModel } from '#shared/contracts/page-model.ts'
import { CONTENT_START, type Instant } from '#shared/contracts/primitives.ts'
import { articlePath } from '../articles/article-path.ts'
import { ALL, authorList } from '../articles/listings.ts'
import { authorPath } from '../authors/author-path.ts'
import { loadCategories } from '../categories/category-repository.ts'
import { tags } from '../changes/tags.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'

/** The protocol's own limit for one file. */
const MAX_ENTRIES = 50_000

/** Pages first, then articles from the newest on, until the file is full. */
export async function loadSitemapModel(db: ReadonlyKysely<Database>): Promise<SitemapModel> {
  return inSnapshot(db, async (snapshot, { revision }) => {
    const entries = [
      ...(await listEntries(snapshot)),
      ...(await infoEntries(snapshot)),
      ...(await articleEntries(snapshot)),
    ]
    return {
      revision,
      tags: [tags.sitemap, tags.tree, tags.roster],
      entries: entries.slice(0, MAX_ENTRIES),
    }
  })
}

/** A list changed last when one of its articles did. */
async function listEntries(db: Reader): Promise<SitemapEntry[]> {
  const lists = await db
    .selectFrom('listing')
    .innerJoin('article', 'article.id', 'listing.article')
    .select(({ fn }) => ['listing.list', fn.max('article.updated_at').as('modifiedAt')])
    .groupBy('listing.list')
    .execute()
  const modified = new Map(lists.map(({ list, modifiedAt }) => [list, modifiedAt]))
  const entry = (path: string, list: string): SitemapEntry => ({
    path,
    modifiedAt: modified.get(list) ?? CONTENT_START,
  })

  const categories = await loadCategories(db)
  const authors = await db.selectFrom('author').select('slug').orderBy('slug').execute()
  return [
    entry('/', ALL),
    entry('/authors', ALL),
    entry('/sitemap', ALL),
    ...categories.flatMap(({ slug, children }) => [
      entry(`/${slug}`, slug),
      ...children.map((child) => entry(`/${slug}/${child.slug}`, `${slug}/${child.slug}`)),
    ]),
    ...authors.map(({ slug }) => entry(authorPath(slug), authorList(slug))),
  ]
}

async function infoEntries(db: Reader): Promise<SitemapEntry[]> {
  return db
    .selectFrom('info_page')
    .select(['path', 'updated_at as modifiedAt'])
    .orderBy('path')
    .execute()
}

async function articleEntries(db: Reader): Promise<SitemapEntry[]> {
  const articles: { slug: string; modifiedAt: Instant }[] = await db
    .selectFrom('article')
    .select(['slug', 'updated_at as modifiedAt'])
    .where('status', '=', 'published')
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(MAX_ENTRIES)
    .execute()
  return articles.map(({ slug, modifiedAt }) => ({ path: articlePath(slug), modifiedAt }))
}
