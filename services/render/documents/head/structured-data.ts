import { scriptJson } from '../escape.ts'
import { articleNodes } from './article-nodes.ts'
import { breadcrumbNode } from './breadcrumb-node.ts'
import type { HeadInput } from './head-input.ts'
import { listNode, type Node, profileNode, siteNodes } from './site-nodes.ts'

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
    case 'category':
    case 'subcategory':
    case 'archive':
    case 'letters':
    case 'letter':
    case 'authors':
      return [listNode(page, input)]
    default:
      return []
  }
}
