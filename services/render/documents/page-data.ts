import type { FrameParts } from '#shared/addresses/frame-name.ts'
import { withoutQuery } from '#shared/addresses/topic-address.ts'
import type { Page } from '#shared/contracts/page.ts'
import type { PageData } from '#shared/contracts/page-data.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { staticQueriesOf } from './static-queries.ts'

/** Gatsby's slices: the parts around a page's own content, by their alias in page data. */
export const SLICES_MAP = { header: 'header', footer: 'footer' } as const

export const sliceAddress = (name: string) => `/slice-data/${name}.json`

/**
 * The JSON of `/slice-data/{name}.json`, in Gatsby's shape: the component's name. It never changes
 * within a build; what the component shows comes from the static queries that pages name.
 */
export const renderSlice = (name: string) =>
  JSON.stringify({
    componentChunkName: `slice---src-components-${name}-tsx`,
    result: { data: {}, sliceContext: {} },
    staticQueryHashes: [],
  })

/** The name of each page kind's template in the client's component table. */
export const componentChunkName = (kind: Page['kind']) => `component---src-pages-${kind}-page-tsx`

/** What header and footer are made from. */
export const frameOf = (shell: Shell | undefined): FrameParts =>
  shell
    ? { staticQueryHashes: [...staticQueriesOf(shell).hashes], slicesMap: SLICES_MAP }
    : { staticQueryHashes: [], slicesMap: {} }

/**
 * The JSON of `/page-data/{path}/page-data.json`, with Gatsby's fields in Gatsby's order.
 *
 * @param shell header, footer and menu; without it, the data names no shared parts, and the client
 *   leaves header and footer as they are
 */
export function renderPageData(page: Page, shell?: Shell): string {
  const data: PageData = {
    componentChunkName: componentChunkName(page.kind),
    // As the client knows it: the path without the topic's name.
    path: withoutQuery(page.path),
    result: { data: page, pageContext: { kind: page.kind } },
    // The data contains everything that `<main>` shows; these fields name the frame around it.
    ...frameOf(shell),
  }
  return JSON.stringify(data)
}

/**
 * The same for clients that already have the page's HTML: the body of an article or an info page is
 * empty.
 */
export function withoutBodyHtml(text: string): string {
  const data: PageData = JSON.parse(text)
  const page = data.result.data
  if (page.kind === 'article') page.article.bodyHtml = ''
  if (page.kind === 'info') page.bodyHtml = ''
  return JSON.stringify(data)
}
