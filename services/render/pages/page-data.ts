import type { Page } from '#shared/contracts/page.ts'
import type { PageData } from '#shared/contracts/page-data.ts'
import { fnvHash } from '#shared/text/fnv-hash.ts'

/**
 * The names under which site data and menu are served at `/page-data/sq/d/`. Like Gatsby's they
 * stand for the question, not for the answer, so a new menu does not change every page's data.
 */
export const STATIC_QUERIES = {
  site: String(fnvHash('site')),
  menu: String(fnvHash('menu')),
} as const

/** Parts of every page that are served by themselves at `/slice-data/`. */
export const SLICES = ['header', 'footer'] as const

/** The template of each page kind, as the client's component table knows it. */
export const componentChunkName = (kind: Page['kind']) => `component---src-pages-${kind}-page-tsx`

/** The JSON of `/page-data/{path}/page-data.json`, with Gatsby's fields in Gatsby's order. */
export function renderPageData(page: Page): string {
  const data: PageData = {
    componentChunkName: componentChunkName(page.kind),
    path: page.path,
    result: { data: page, pageContext: { kind: page.kind } },
    // A page's data holds all that its `<main>` shows; what pages share is in the frame around it.
    staticQueryHashes: [],
    slicesMap: {},
  }
  return JSON.stringify(data)
}

/**
 * The same for who has the page's HTML already: the body of an article or an info page is empty.
 *
 * @param text as `renderPageData` wrote it
 */
export function withoutBodyHtml(text: string): string {
  const data: PageData = JSON.parse(text)
  const page = data.result.data
  if (page.kind === 'article') page.article.bodyHtml = ''
  if (page.kind === 'info') page.bodyHtml = ''
  return JSON.stringify(data)
}
