import type { AuthorPage, HomePage, Link, Page, TermPage } from '#shared/contracts/page.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import type { HeadInput } from './head-tags.ts'

/** One node of a JSON-LD graph, with the terms of schema.org. */
export type Node = Readonly<Record<string, unknown>>

/** The largest of the site's icons. */
const LOGO = '/icons/icon-512.png'

/** Identifies the site or its publisher, the same on all pages. */
const idOf = (siteUrl: string, name: 'organization' | 'website') => `${siteUrl}/#${name}`

/** The publisher of the site, which every article names. */
export const publisherNode = ({ shell: { site }, siteUrl }: HeadInput): Node => ({
  '@type': 'Organization',
  '@id': idOf(siteUrl, 'organization'),
  name: site.title,
  url: `${siteUrl}/`,
  logo: siteUrl + LOGO,
})

/** The site with its search, and its publisher with their profiles elsewhere. */
export function siteNodes({ tagline }: HomePage, input: HeadInput): Node[] {
  const { shell, siteUrl } = input
  const { title, locale, youtube, facebook, instagram } = shell.site
  const profiles = [youtube, facebook, instagram].filter((address) => address !== null)
  return [
    {
      '@type': 'WebSite',
      '@id': idOf(siteUrl, 'website'),
      url: `${siteUrl}/`,
      name: title,
      description: tagline,
      inLanguage: languageTag(locale),
      publisher: { '@id': idOf(siteUrl, 'organization') },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/search?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
    { ...publisherNode(input), ...(profiles.length > 0 && { sameAs: profiles }) },
  ]
}

/** Identifies an author, the same on their page and on their articles. */
export const personNode = (name: string, address: string): Node => ({
  '@type': 'Person',
  '@id': `${address}#person`,
  name,
  url: address,
})

/** Where only a name and a text are known, an author may be a pen name, and is not called a person. */
export function profileNode(page: AuthorPage, input: HeadInput): Node {
  const { author, path } = page
  const { siteUrl, shell } = input
  if (!(author.role || author.links || author.portrait)) return listNode(page, input)
  const address = siteUrl + path
  return {
    '@type': 'ProfilePage',
    url: address,
    inLanguage: languageTag(shell.site.locale),
    mainEntity: {
      ...personNode(author.name, address),
      description: author.description,
      ...(author.role && { jobTitle: author.role }),
      ...(author.links && { sameAs: author.links }),
      ...(author.portrait && { image: siteUrl + author.portrait.src }),
      agentInteractionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/WriteAction',
        userInteractionCount: author.articles,
      },
    },
  }
}

interface DescribedTerm {
  title: string
  definition: string
  /** The dictionary that it belongs to. */
  set: Link | undefined
  siteUrl: string
}

/** A word of a dictionary, at the address of the page that defines it. */
export const termNodeAt = (
  address: string,
  { title, definition, set, siteUrl }: DescribedTerm,
): Node => ({
  '@type': 'DefinedTerm',
  '@id': `${address}#term`,
  name: title,
  description: definition,
  url: address,
  ...(set && {
    inDefinedTermSet: { '@type': 'DefinedTermSet', name: set.title, url: siteUrl + set.path },
  }),
})

export const definedTermNode = (page: TermPage, { siteUrl, shell }: HeadInput): Node => ({
  ...termNodeAt(siteUrl + page.path, { ...page, set: page.dictionary?.index, siteUrl }),
  ...(page.also.length > 0 && { alternateName: page.also }),
  inLanguage: languageTag(shell.site.locale),
  subjectOf: { '@type': 'Article', '@id': `${siteUrl}${page.article.path}#article` },
})

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
