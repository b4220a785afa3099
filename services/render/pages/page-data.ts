import type { Page } from '#shared/contracts/page.ts'
import type { PageData } from '#shared/contracts/page-data.ts'
import type { Shell } from '#shared/contracts/site.ts'
import type { FrameParts } from '#shared/text/frame-name.ts'
import { withoutQuery } from '#shared/text/topic-address.ts'
import { SLICES_MAP } from '../public-files/slice-files.ts'
import { staticQueriesOf } from '../public-files/static-queries.ts'

/** The template of each page kind, as the client's component table knows it. */
export const componentChunkName = (kind: Page['kind']) => `component---src-pages-${kind}-page-tsx`

/** What header and footer are made of. */
export const frameOf = (shell: Shell): FrameParts => ({
  staticQueryHashes: [...staticQueriesOf(shell).hashes],
  slicesMap: SLICES_MAP,
})
const NO_FRAME: FrameParts = { staticQueryHashes: [], slicesMap: {} }

/**
 * The JSON of `/page-data/{path}/page-data.json`, with Gatsby's fields in Gatsby's order.
 *
 * @param shell what stands around the page; without it, the page names nothing that it shares with
 *   others, and who shows it leaves header and footer as they are
 */
export function renderPageData(page: Page, shell?: Shell): string {
  const data: PageData = {
    componentChunkName: componentChunkName(page.kind),
    // As a client names it: by the path of its address.
    path: withoutQuery(page.path),
    result: { data: page, pageContext: { kind: page.kind } },
    // A page's data holds all that its `<main>` shows; these are the frame around it.
    ...(shell ? frameOf(shell) : NO_FRAME),
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
