import type { Link, Page } from '#shared/contracts/page.ts'
import { withoutQuery } from '#shared/text/topic-address.ts'
import type { HeadInput } from './head-input.ts'
import type { Node } from './site-nodes.ts'

/** The links from the home page down to this page; nothing for pages at the top. */
export function breadcrumbNode({ page, shell, siteUrl }: HeadInput): Node[] {
  const trail = trailOf(page)
  if (trail.length === 0) return []
  const links = [{ title: shell.site.title, path: '/' }, ...trail]
  return [
    {
      '@type': 'BreadcrumbList',
      itemListElement: links.map(({ title, path }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: title,
        item: siteUrl + path,
      })),
    },
  ]
}

/** The links below the home page, down to the page itself; for a part of a list, to the list. */
function trailOf(page: Page): Link[] {
  const { path } = page
  switch (page.kind) {
    case 'category':
      return [{ title: page.category.title, path }]
    case 'subcategory':
      return [
        page.category,
        { title: page.subcategory.title, path: withoutQuery(path) },
        ...(page.topic ? [page.topic] : []),
      ]
    case 'article':
      return [...page.breadcrumb, { title: page.article.title, path }]
    case 'archive':
      return [...page.breadcrumb, page.list]
    case 'letters':
      return [page.category, { title: page.title, path }]
    case 'letter':
      return [page.category, page.index]
    case 'author':
      return [{ title: page.author.name, path }]
    case 'info':
      return [{ title: page.title, path }]
    default:
      return []
  }
}
