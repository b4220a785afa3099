import type { Page } from '#shared/contracts/page.ts'

/** The element that holds the body HTML of an article or an info page. */
export const BODY_ELEMENT_ID = 'article-body'

/**
 * The page with other body HTML; pages without a body stay as they are. The server leaves the body
 * out of the hydration data, and the browser takes it from the document, which shows it already.
 */
export function withBodyHtml(page: Page, bodyHtml: string): Page {
  switch (page.kind) {
    case 'article':
      return { ...page, article: { ...page.article, bodyHtml } }
    case 'info':
      return { ...page, bodyHtml }
    default:
      return page satisfies Exclude<Page, { bodyHtml: string } | { article: { bodyHtml: string } }>
  }
}
