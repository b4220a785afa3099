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
import { datesOf, loadPageEntries, newestOf } from '../library/sitemap-entries.ts'
import { loadParts } from '../library/sitemap-parts.ts'

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
    const entries = await loadPart(db, Number(part))
    return entries.length === 0 ? undefined : { tags: [tags.sitemapPart(Number(part))], entries }
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

async function loadPart(db: Reader, part: number): Promise<SitemapEntry[]> {
  const last = part * SITEMAP_PART_SIZE
  const articles = await db
    .selectFrom('listing')
    .innerJoin('article', 'article.id', 'listing.article')
    .select(['article.slug', 'article.updated_at as modifiedAt'])
    .where('listing.list', '=', ALL)
    .where('listing.position', '>', last - SITEMAP_PART_SIZE)
    .where('listing.position', '<=', last)
    .orderBy('listing.position')
    .execute()
  return articles.map(({ slug, modifiedAt }) => ({ path: articlePath(slug), modifiedAt }))
}
