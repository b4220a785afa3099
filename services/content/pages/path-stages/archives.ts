import type { PagePath } from '#shared/contracts/primitives.ts'
import { authorPath } from '../../addresses/author-path.ts'
import { ALL, archivePageSize, archivePages, authorList } from '../../addresses/lists.ts'
import type { Reader } from '../../database/reader.ts'
import { lastPositions } from '../../library/listings.ts'
import { listsIn, loadCategories } from '../../site/category-repository.ts'
import { loadSiteSettings } from '../../site/site-settings.ts'
import type { Listed, Stage } from './stage.ts'

/** The numbered archive pages of all lists except those of topics. */
export const archives: Stage = { key: /^\/[\x21-\x7e]*#\d{1,9}$/, list: listArchives }

async function listArchives(db: Reader, after = '/#0', limit: number): Promise<Listed[]> {
  const { constants } = await loadSiteSettings(db)
  const categories = await loadCategories(db)
  const authors = await db.selectFrom('author').select('slug').execute()
  const listByBase = new Map<PagePath, string>([
    ['/sitemap', ALL],
    ...listsIn(categories).map((list): [PagePath, string] => [`/${list}`, list]),
    ...authors.map(({ slug }): [PagePath, string] => [authorPath(slug), authorList(slug)]),
  ])
  const last = await lastPositions(db, [...listByBase.values()])

  const [afterBase = '', afterNumber] = after.split('#')
  const listed: Listed[] = []
  for (const [base, list] of [...listByBase].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (base < afterBase) continue
    const size = archivePageSize(list, constants.pageSize)
    const pages = archivePages(last.get(list) ?? 0, size)
    const first = base === afterBase ? Number(afterNumber) + 1 : 1
    for (let number = first; number <= pages && listed.length < limit; number++) {
      listed.push({ path: `${base}/page/${number}`, status: 'found', key: `${base}#${number}` })
    }
  }
  return listed
}
