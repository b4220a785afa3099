import type { PageModel, SitemapModel } from '../../services/shared/contracts/page-model.ts'
import type { TestContent } from './content-service.ts'

/** What a path shows to readers, and the tags that its model read. */
export interface ReadPage {
  shown: string
  tags: readonly string[]
}

/** Pages that are read at once. */
const CONCURRENCY = 6
const SITEMAP_XML = '/sitemap.xml'
const FIXED = ['/404.html', '/search', '/about', '/terms-of-use', SITEMAP_XML]

/**
 * Everything that content answers for: the pages of the site map with all pages of their archives,
 * what is not in it, and any other path that is asked for.
 */
export async function readAllPages(
  content: TestContent,
  others: Iterable<string> = [],
): Promise<Map<string, ReadPage>> {
  const sitemap = await content.app.inject('/sitemap-model')
  const { entries, tags }: SitemapModel = sitemap.json()
  const pages = new Map<string, ReadPage>()
  pages.set(SITEMAP_XML, { shown: JSON.stringify(entries), tags })

  const queue = new Set([...entries.map(({ path }) => path), ...FIXED, ...others])
  const readOn = async (next: Iterator<string>) => {
    for (let { done, value } = next.next(); !done; { done, value } = next.next()) {
      if (value === SITEMAP_XML) continue
      const model = await content.pageModel(value)
      pages.set(value, { shown: shownBy(model), tags: model.tags })
      for (const path of archivePaths(model)) queue.add(path)
    }
  }
  // A set in iteration goes on with what is added to it meanwhile.
  const next = queue.values()
  await Promise.all(Array.from({ length: CONCURRENCY }, () => readOn(next)))
  return pages
}

function shownBy(model: PageModel): string {
  const { status } = model
  if (status === 'moved') return JSON.stringify([status, model.location])
  return JSON.stringify(status === 'unknown' ? [status] : [status, model.page, model.shell])
}

function archivePaths(model: PageModel): string[] {
  if (model.status !== 'found' || !('archive' in model.page)) return []
  const { base, pages } = model.page.archive
  return Array.from({ length: pages }, (_, index) => `${base}/page/${index + 1}`)
}

/** Pages whose tags an edit touched, and pages that an edit changed. */
export function compareWithTags(
  before: ReadonlyMap<string, ReadPage>,
  after: ReadonlyMap<string, ReadPage>,
  touched: readonly string[],
): { met: string[]; changed: string[]; missed: string[] } {
  const known = new Set(touched)
  const isMet = (path: string) => before.get(path)?.tags.some((tag) => known.has(tag)) ?? false
  const paths = [...before.keys()].sort()
  const met = paths.filter(isMet)
  const changed = paths.filter((path) => before.get(path)?.shown !== after.get(path)?.shown)
  return { met, changed, missed: changed.filter((path) => !isMet(path)) }
}
