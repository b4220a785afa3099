import type { Page } from '#shared/contracts/page.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import type { HeadInput } from './head-input.ts'
import { idOf, type Node } from './site-nodes.ts'

/**
 * A page that is a list. Its articles are given by address only: their pages say the rest. Of a
 * long list, only its own page names articles, and not the pages of its archive.
 */
export function listNode(page: Page, { siteUrl, shell }: HeadInput): Node {
  const hasArticles = page.kind === 'category' || page.kind === 'subcategory'
  const listed = hasArticles ? page.articles.map(({ path }) => siteUrl + path) : []
  return {
    '@type': 'CollectionPage',
    url: siteUrl + page.path,
    name: page.seo.title,
    inLanguage: languageTag(shell.site.locale),
    isPartOf: { '@id': idOf(siteUrl, 'website') },
    ...(listed.length > 0 && { mainEntity: { '@type': 'ItemList', itemListElement: listed } }),
  }
}
