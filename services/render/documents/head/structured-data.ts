import { withoutQuery } from '#shared/addresses/topic-address.ts'
import {
  type KindsWith,
  type Link,
  PAGE_KINDS,
  type Page,
  type PageOf,
} from '#shared/contracts/page.ts'
import { scriptJson } from '../escape.ts'
import { articleNodes } from './article-nodes.ts'
import type { HeadInput } from './head-tags.ts'
import { definedTermNode, listNode, type Node, profileNode, siteNodes } from './site-nodes.ts'

/**
 * Describes the page to search engines in one block of JSON-LD. It says nothing that the page does
 * not show, and refers to lists by their addresses instead of repeating them.
 */
export function structuredData(input: HeadInput): string {
  const graph = [...nodesOf(input), ...breadcrumbNode(input)]
  if (graph.length === 0) return ''
  const document = { '@context': 'https://schema.org', '@graph': graph }
  return `<script type="application/ld+json">${scriptJson(document)}</script>`
}

function nodesOf(input: HeadInput): Node[] {
  const { page } = input
  switch (page.kind) {
    case 'home':
      return siteNodes(page, input)
    case 'article':
      return articleNodes(page, input)
    case 'author':
      return [profileNode(page, input)]
    case 'term':
      return [definedTermNode(page, input)]
    default:
      return nodesOfOthers(page, input)
  }
}

/** Of a page whose kind needs no code of its own here. */
function nodesOfOthers(page: PageOf<KindsWith<{ described: 'list' | 'none' }>>, input: HeadInput) {
  return PAGE_KINDS[page.kind].described === 'list' ? [listNode(page, input)] : []
}

/** The links from the home page down to this page; nothing for pages at the top. */
function breadcrumbNode({ page, shell, siteUrl }: HeadInput): Node[] {
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
    case 'term':
      return [...trailOfTerm(page), { title: page.title, path }]
    case 'author':
      return [{ title: page.author.name, path }]
    case 'info':
      return [{ title: page.title, path }]
    default:
      return noTrail(page)
  }
}

const trailOfTerm = ({ dictionary }: PageOf<'term'>): Link[] =>
  dictionary ? [dictionary.category, dictionary.index, dictionary.letter] : []

const noTrail = (_page: PageOf<KindsWith<{ trail: false }>>): Link[] => []
