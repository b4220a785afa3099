import type { Page } from '#shared/contracts/page.ts'
import type { WebBundle } from '#shared/contracts/web-bundle.ts'
import { withBodyHtml } from './components/body-html.ts'
import { renderApp } from './render-app.ts'

export { renderArticleEnd } from './render-article-end.ts'

export const renderPage: WebBundle['renderPage'] = (page, shell) => ({
  html: renderApp(page, shell),
  hydration: { page: withBodyHtml(withoutNode(page), '') },
})

/**
 * Leaves out the data that only clients of the page-data protocol read, to keep documents small.
 */
function withoutNode(page: Page): Page {
  if (page.kind !== 'article') return page
  const { node: _node, ...shown } = page
  return shown
}
