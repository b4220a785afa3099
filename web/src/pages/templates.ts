import type { Page } from '#shared/contracts/page.ts'

/** Every page kind that `Page.tsx` shows. A new one does not compile until it is named here. */
const KINDS: Readonly<Record<Page['kind'], true>> = {
  home: true,
  category: true,
  subcategory: true,
  letters: true,
  letter: true,
  archive: true,
  article: true,
  authors: true,
  author: true,
  info: true,
  sitemap: true,
  'sitemap-archive': true,
  search: true,
  'not-found': true,
  gone: true,
  error: true,
}

const NAMES = new Set(Object.keys(KINDS).map((kind) => `component---src-pages-${kind}-page-tsx`))

/** Whether this build can show a page of this `componentChunkName`; a newer one may have more. */
export const knowsTemplate = (componentChunkName: string) => NAMES.has(componentChunkName)
