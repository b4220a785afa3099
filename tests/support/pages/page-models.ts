import { loadFeedModel } from '../../../services/content/pages/feed-model.ts'
import { loadPageModels } from '../../../services/content/pages/load-page-model.ts'
import { listPaths } from '../../../services/content/pages/path-list.ts'
import { loadSitemapModel } from '../../../services/content/pages/sitemap-model.ts'
import { loadCategories } from '../../../services/content/site/category-repository.ts'
import { isPicturePath } from '../../../services/shared/addresses/picture-address.ts'
import { isPortraitPath } from '../../../services/shared/addresses/portrait-address.ts'
import type { ContentPage } from '../../../services/shared/contracts/page.ts'
import {
  feedPath,
  MAX_MODELS,
  type PageModels,
} from '../../../services/shared/contracts/page-model.ts'
import type { Shell } from '../../../services/shared/contracts/site.ts'
import type { TestContent } from '../content/content-service.ts'

/** What a path shows to readers, and the tags that its model read. */
export interface ReadPage {
  shown: string
  tags: readonly string[]
}

type Show = (page: ContentPage, shell: Shell) => string

const asModel: Show = (page, shell) => JSON.stringify([page, shell])

/**
 * Everything that content answers for, with the files of the XML site map and the feeds; without
 * portraits and drawings, which nothing changes under their names.
 *
 * @param show what of a page is compared; its whole model unless told otherwise
 */
export async function readAllPages(
  { read }: TestContent,
  show = asModel,
): Promise<Map<string, ReadPage>> {
  const paths: string[] = []
  for (let after: string | undefined; ; ) {
    const list = await listPaths(read, after, 1_000)
    paths.push(
      ...list.paths
        .map(({ path }) => path)
        .filter((path) => !isPortraitPath(path) && !isPicturePath(path)),
    )
    if (list.next === null) break
    after = list.next
  }

  const pages = new Map<string, ReadPage>()
  for (let start = 0; start < paths.length; start += MAX_MODELS) {
    const chunk = paths.slice(start, start + MAX_MODELS)
    const { shell, models } = await loadPageModels(read, chunk)
    for (const [index, model] of models.entries()) {
      const path = chunk[index] ?? ''
      if (model.status === 'unknown') throw new Error(`${path} is listed, but not there`)
      if (pages.has(path)) throw new Error(`${path} is listed twice`)
      pages.set(path, { shown: shownBy(model, shell, show), tags: model.tags })
    }
  }
  for (const path of ['/sitemap.xml', '/sitemap-index.xml']) {
    const { entries, tags } = await loadSitemapModel(read, path)
    pages.set(path, { shown: JSON.stringify(entries), tags })
    for (const file of entries) {
      if (pages.has(file.path)) continue
      const part = await loadSitemapModel(read, file.path)
      pages.set(file.path, { shown: JSON.stringify(part.entries), tags: part.tags })
    }
  }
  for (const path of ['/', ...(await loadCategories(read)).map(({ slug }) => `/${slug}`)]) {
    const { revision: _, tags, ...feed } = await loadFeedModel(read, feedPath(path))
    pages.set(feedPath(path), { shown: JSON.stringify(feed), tags })
  }
  return pages
}

function shownBy(model: PageModels['models'][number], shell: Shell, show: Show): string {
  if (!('page' in model)) return JSON.stringify(model)
  // Its answers say when it expires, and its Markdown is stored with it.
  const { status, expiresAt = '', page, markdown = '' } = model
  return `${status} ${expiresAt} ${show(page, shell)} ${markdown}`
}

export interface Comparison {
  /** Pages whose tags the edit touched, which would be made again. */
  met: string[]
  /** Pages that differ although none of their tags was touched. */
  missed: string[]
  /** Pages that are the same, and read the same tags, although one of their tags was touched. */
  excess: string[]
  /** Pages that nothing met and that nevertheless read other tags than before. */
  unrecorded: string[]
}

/**
 * Compares what an edit changed with what its tags say, as somebody sees it who keeps pages: a page
 * that no tag meets is kept as it was, with the tags that it read when it was made.
 *
 * @param kept is brought up to date
 */
export function compareWithTags(
  kept: Map<string, ReadPage>,
  now: ReadonlyMap<string, ReadPage>,
  touched: readonly string[],
): Comparison {
  const known = new Set(touched)
  const result: Comparison = { met: [], missed: [], excess: [], unrecorded: [] }
  for (const path of [...new Set([...kept.keys(), ...now.keys()])].sort()) {
    const [before, after] = [kept.get(path), now.get(path)]
    // Nothing is kept for a path without an answer, but its address may come to have one.
    const isMet = (before?.tags ?? [`address:${path}`]).some((tag) => known.has(tag))
    const isChanged = before?.shown !== after?.shown
    // A page that reads other tags than before must be made again, or nothing meets it under them.
    const readsOthers = before?.tags.toSorted().join() !== after?.tags.toSorted().join()
    if (isMet) result.met.push(path)
    if (isChanged && !isMet) result.missed.push(path)
    if (isMet && !isChanged && !readsOthers) result.excess.push(path)
    if (!isMet && !isChanged && readsOthers) result.unrecorded.push(path)
    if (!isMet) continue
    if (after) kept.set(path, after)
    else kept.delete(path)
  }
  return result
}
