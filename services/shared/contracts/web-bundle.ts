import type { ArticlePage, Page } from './page.ts'
import type { Shell } from './site.ts'

/** What the browser needs to take over the `<main>` that the server rendered. */
export interface HydrationData {
  /** The rendered page, without data that the document already contains or that is never shown. */
  page: Page
}

/**
 * What `web/dist/server/entry-server.js` exports; the render service loads it once, at start-up.
 */
export interface WebBundle {
  /**
   * Renders the content of `#___gatsby`. Pure: the same page and shell give the same bytes.
   *
   * @returns `html`, and the `hydration` data that the browser build expects for it
   */
  renderPage(page: Page, shell: Shell): { html: string; hydration: HydrationData }
  /**
   * Renders what stands at an article's end, for which its address must be known.
   *
   * @param siteUrl without a slash at its end
   */
  renderArticleEnd(page: ArticlePage, shell: Shell, siteUrl: string): string
}

/** Addresses of the browser build, from Vite's manifest. All below `/assets/`. */
export interface WebAssets {
  script: string
  /** Subresource integrity of the script: `sha256-` and its hash in base64. */
  scriptIntegrity: string
  styles: string[]
  /** The style sheet of light pages, which is all that they load. */
  liteStyles: string
}
