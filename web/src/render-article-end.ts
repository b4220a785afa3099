import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { WebBundle } from '#shared/contracts/web-bundle.ts'
import { ArticleEnd } from './components/ArticleEnd.tsx'
import { stringsFor } from './strings/strings-for.ts'

export const renderArticleEnd: WebBundle['renderArticleEnd'] = (page, { site }, siteUrl) => {
  const address = siteUrl + page.path
  const strings = stringsFor(site.locale)
  return renderToStaticMarkup(createElement(ArticleEnd, { page, site, address, strings }))
}
