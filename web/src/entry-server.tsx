import { renderToString } from 'react-dom/server'
import type { WebBundle } from '#shared/contracts/web-bundle.ts'
import { withBodyHtml } from './body-html.ts'
import { App } from './components/App.tsx'

export const renderPage: WebBundle['renderPage'] = (page, shell) => ({
  html: renderToString(<App page={page} shell={shell} />),
  hydration: { page: withBodyHtml(page, ''), shell },
})
