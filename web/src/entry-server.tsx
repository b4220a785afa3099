import type { Page } from '#shared/contracts/page.ts'
import type { WebBundle } from '#shared/contracts/web-bundle.ts'
import { withBodyHtml } from './components/body-html.ts'
import { renderApp } from './render-app.ts'

export { renderArticleEnd } from './render-article-end.ts'

export const renderPage: WebBundle['renderPage'] = (page, shell) => ({
  html: renderApp(page, shell),
  hydration: { page: withBodyHtml(asShown(page), '') },
})

/**
 * Leaves out the data that only clients of the page-data protocol read, to keep documents small. What is
 * said of guides stands in `endHtml`.
 */
function asShown(page: Page): Page {
  if (page.kind !== 'article') return page
  const { node: _node, guides: _guides, ...shown } = page
  return shown
}
