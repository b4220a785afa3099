import { sql } from 'kysely'
import type { SitemapEntry, SitemapModel } from '#shared/contracts/page-model.ts'
import type { PagePath, Tag } from '#shared/contracts/primitives.ts'
import { notFound } from '#shared/errors.ts'
import { settleAll } from '#shared/settle-all.ts'
import { articlePath } from '../addresses/article-path.ts'
import { ALL, SITEMAP_PART_SIZE } from '../addresses/lists.ts'
import { openSnapshot } from '../changes/snapshot.ts'
import { tags } from '../changes/tags.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { ReadDatabase, Reader } from '../database/reader.ts'
import { loadShownPictures, plainPath } from '../library/picture.ts'
import { datesOf, loadPageEntries, newestOf } from '../library/sitemap-entries.ts'
import { loadParts } from '../library/sitemap-parts.ts'
import { picturesIn } from '../markdown/picture-figure.ts'

const INDEX_PATHS = ['/sitemap.xml', '/sitemap-index.xml']
const PAGES_PATH = '/sitemaps/pages.xml'
const PART_PATH = /^\/sitemaps\/articles-([1-9]\d{0,5})\.xml$/

/**
 * One file of the XML site map: the index, the pages, or a thousand positions of the list of all
 * articles, counted from the oldest so that they do not shift.
 *
 * @throws {SiteError} `not-found` when there is no such file
 */
export async function loadSitemapModel(db: ReadDatabase, path: PagePath): Promise<SitemapModel> {
  return inSnapshot(db, async (snapshot, history) => {
    const [{ revision }, file] = await settleAll([history, loadFile(snapshot, path)])
    if (!file) throw notFound(`A site map at ${path}`)
    return { revision, tags: [tags.address(path), ...file.tags], entries: file.entries }
  })
}

async function loadFile(
  db: Reader,
  path: PagePath,
): Promise<{ tags: Tag[]; entries: SitemapEntry[] } | undefined> {
  const [, part] = PART_PATH.exec(path) ?? []
  if (part !== undefined) {
    const { entries, names } = await loadPart(db, Number(part))
    if (entries.length === 0) return undefined
    return { tags: [tags.sitemapPart(Number(part)), ...names.map(tags.picture)], entries }
  }
  if (path !== PAGES_PATH && !INDEX_PATHS.includes(path)) return undefined

  const pages = await loadPageEntries(openSnapshot(db), datesOf(db))
  if (path === PAGES_PATH) return { tags: [tags.sitemapPages], entries: pages }
  const parts = await loadParts(db)
  const newestPage = newestOf(pages.map(({ modifiedAt }) => modifiedAt))
  return {
    tags: [tags.sitemapIndex],
    entries: [{ path: PAGES_PATH, modifiedAt: newestPage }, ...parts],
  }
}

/** The articles of a part, and the names of all pictures that they show. */
async function loadPart(
  db: Reader,
  part: number,
): Promise<{ entries: SitemapEntry[]; names: string[] }> {
  const last = part * SITEMAP_PART_SIZE
  const rows = await db
    .selectFrom('listing')
    .innerJoin('article', 'article.id', 'listing.article')
    .select(['article.slug', 'article.updated_at as modifiedAt'])
    .select(
      // Few texts have pictures, and the others need not be read.
      sql<string>`case when body_html like '%<img src=%' then body_html else '' end`.as('html'),
    )
    .where('listing.list', '=', ALL)
    .where('listing.position', '>', last - SITEMAP_PART_SIZE)
    .where('listing.position', '<=', last)
    .orderBy('listing.position')
    .execute()
  const articles = rows.map(({ html, ...article }) => ({ ...article, names: picturesIn(html) }))
  const names = [...new Set(articles.flatMap((article) => article.names))]
  const known = await loadShownPictures(db, names)
  const entries = articles.map(({ slug, modifiedAt, names }) => {
    const pictures = names.flatMap((name) => known.get(name) ?? []).flatMap(plainPath)
    return { path: articlePath(slug), modifiedAt, ...(pictures.length > 0 && { pictures }) }
  })
  return { entries, names }
}
