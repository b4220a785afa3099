import type { PagePath } from '#shared/contracts/primitives.ts'
import {
  ALL,
  archivePages,
  authorList,
  lastPositions,
  SITEMAP_PAGE_SIZE,
} from '../../articles/listings.ts'
import { authorPath } from '../../authors/author-path.ts'
import { loadCategories } from '../../categories/category-repository.ts'
import type { Reader } from '../../database/reader.ts'
import { loadSiteSettings } from '../../site/site-settings.ts'
import type { Listed, Stage } from './stage.ts'

/** The numbered pages of all lists. */
export const archives: Stage = { key: /^\/[\x21-\x7e]*#\d{1,9}$/, list: listArchives }

async function listArchives(db: Reader, after = '/#0', limit: number): Promise<Listed[]> {
  const { constants } = await loadSiteSettings(db)
  const categories = await loadCategories(db)
  const authors = await db.selectFrom('author').select('slug').execute()
  const listByBase = new Map<PagePath, string>([
    ['/sitemap', ALL],
    ...categories.flatMap(({ slug, children }): [PagePath, string][] => [
      [`/${slug}`, slug],
      ...children.map((child): [PagePath, string] => [
        `/${slug}/${child.slug}`,
        `${slug}/${child.slug}`,
      ]),
    ]),
    ...authors.map(({ slug }): [PagePath, string] => [authorPath(slug), authorList(slug)]),
  ])
  const last = await lastPositions(db, [...listByBase.values()])

  const [afterBase = '', afterNumber] = after.split('#')
  const listed: Listed[] = []
  for (const [base, list] of [...listByBase].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (base < afterBase) continue
    const size = list === ALL ? SITEMAP_PAGE_SIZE : constants.pageSize
    const pages = archivePages(last.get(list) ?? 0, size)
    const first = base === afterBase ? Number(afterNumber) + 1 : 1
    for (let number = first; number <= pages && listed.length < limit; number++) {
      listed.push({ path: `${base}/page/${number}`, status: 'found', key: `${base}#${number}` })
    }
  }
  return listed
}
