import type {
  ArchivePage,
  AuthorsPage,
  CategoryPage,
  LetterPage,
  LettersPage,
  SubcategoryPage,
} from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import type { HeadInput } from './head-input.ts'
import { idOf, type Node } from './site-nodes.ts'

type ListPage =
  | CategoryPage
  | SubcategoryPage
  | ArchivePage
  | LettersPage
  | LetterPage
  | AuthorsPage

/** A page that is a list. What it lists is named by its address alone: the pages say the rest. */
export function listNode(page: ListPage, { siteUrl, shell }: HeadInput): Node {
  const listed = listedPaths(page)
  return {
    '@type': 'CollectionPage',
    url: siteUrl + page.path,
    name: page.seo.title,
    inLanguage: languageTag(shell.site.locale),
    isPartOf: { '@id': idOf(siteUrl, 'website') },
    ...(listed.length > 0 && {
      mainEntity: { '@type': 'ItemList', itemListElement: listed.map((path) => siteUrl + path) },
    }),
  }
}

/** In the order in which they stand there. The rest of a long list has pages of its own. */
function listedPaths(page: ListPage): PagePath[] {
  switch (page.kind) {
    case 'category':
    case 'subcategory':
      return page.articles.map(({ path }) => path)
    case 'archive':
    case 'letters':
    case 'letter':
    case 'authors':
      return []
    default:
      return page satisfies never
  }
}
