import type { AuthorPage, HomePage } from '#shared/contracts/page.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import type { HeadInput } from './head-input.ts'

/** One thing of a graph, in the words of schema.org. */
export type Node = Readonly<Record<string, unknown>>

/** The largest of the site's icons. */
const LOGO = '/icons/icon-512.png'

/** Names something of the site for all pages. */
export const idOf = (siteUrl: string, name: 'organization' | 'website') => `${siteUrl}/#${name}`

/** Who publishes the site, as every article says it. */
export const publisherNode = ({ shell: { site }, siteUrl }: HeadInput): Node => ({
  '@type': 'Organization',
  '@id': idOf(siteUrl, 'organization'),
  name: site.title,
  url: `${siteUrl}/`,
  logo: siteUrl + LOGO,
})

/** The site and who publishes it, with where else readers find them, and how it is searched. */
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

/** Names an author, the same on his page and on his articles. */
export const personNode = (name: string, address: string): Node => ({
  '@type': 'Person',
  '@id': `${address}#person`,
  name,
  url: address,
})

/** Of a pen name, a name, a text and a number are all there is to say. */
export function profileNode({ author, path }: AuthorPage, { siteUrl, shell }: HeadInput): Node {
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
