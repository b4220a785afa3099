import type { WebBundle } from '#shared/contracts/web-bundle.ts'
import { withBodyHtml } from './body-html.ts'
import { renderApp } from './render-app.ts'

export const renderPage: WebBundle['renderPage'] = (page, shell) => ({
  html: renderApp(page, shell),
  hydration: { page: withBodyHtml(page, '') },
})
