import type { Page as BrowserPage } from 'playwright'
import { loadWebBundle } from '../../../services/render/documents/bundle/web-bundle.ts'
import { renderHtml } from '../../../services/render/documents/make-entry.ts'
import type { Encode } from '../../../services/render/store/encode-body.ts'
import type { Page } from '../../../services/shared/contracts/page.ts'
import { buildFewHits, buildPages, buildSearchInVain, buildShell } from './page-builders.ts'

const pages = buildPages()

/** Page kinds that only show on failures, on very large sites, or for specific titles. */
export const MADE_KINDS = {
  error: pages.error,
  'sitemap archive': pages['sitemap-archive'],
  'search with similar titles': buildFewHits(),
  'search with near terms': buildSearchInVain(),
} as const

/** Bodies that are not sent over a network need no compression. */
const asItIs: Encode = async (text, contentType) => {
  const identity = Buffer.from(text)
  return { contentType, etag: '', bytes: { identity, br: identity, gzip: identity } }
}

const STATUS: Partial<Record<Page['kind'], number>> = { error: 500 }

/** Answers at the model's path with what our renderer makes of it, as the site at `url` would. */
export async function serveMadePage(
  browserPage: BrowserPage,
  url: string,
  model: Page,
  shell = buildShell(),
) {
  const bundle = await loadWebBundle()
  const { bytes } = await renderHtml({ bundle, siteUrl: url, encode: asItIs }, model, shell)
  // The same headers as on every other page, the content security policy among them.
  const { headers } = await fetch(`${url}/`, { method: 'HEAD' })
  const { 'content-encoding': _, ...common } = Object.fromEntries(headers)
  await browserPage.route(url + model.path, (route) =>
    route.fulfill({
      status: STATUS[model.kind] ?? 200,
      headers: { ...common, 'content-length': String(bytes.identity.length) },
      body: bytes.identity,
    }),
  )
}
