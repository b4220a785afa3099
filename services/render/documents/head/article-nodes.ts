import type { ArticlePage, Correction, Origin, Provenance } from '#shared/contracts/page.ts'
import { cutAtWord } from '#shared/text/cut-at-word.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { ogImagePath } from '../picture-address.ts'
import type { HeadInput } from './head-tags.ts'
import { type Node, personNode, publisherNode, termNodeAt } from './site-nodes.ts'

/** Characters. Search engines cut longer headlines. */
const LONGEST_HEADLINE = 110

/** The terms of schema.org; it has none for what a person wrote alone. */
const SOURCE_TYPES: Readonly<Record<Provenance, string | undefined>> = {
  human: undefined,
  assisted: 'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource',
  generated: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
}

export function articleNodes(page: ArticlePage, input: HeadInput): Node[] {
  const { article, author, breadcrumb } = page
  const { siteUrl, shell } = input
  const address = siteUrl + page.path
  const section = breadcrumb.at(-1)
  const term = termNode(page, input)
  const publisher = publisherNode(input)
  const digitalSourceType = article.provenance && SOURCE_TYPES[article.provenance]
  return [
    {
      '@type': 'Article',
      '@id': `${address}#article`,
      mainEntityOfPage: pageNode(address, article),
      headline: cutAtWord(article.title, LONGEST_HEADLINE),
      image: siteUrl + ogImagePath(page, shell),
      datePublished: article.publishedAt,
      dateModified: article.updatedAt,
      inLanguage: languageTag(shell.site.locale),
      ...(section && { articleSection: section.title }),
      isAccessibleForFree: true,
      ...(digitalSourceType && { digitalSourceType }),
      ...(article.answer && { abstract: article.answer }),
      ...(article.corrections?.length && { correction: article.corrections.map(correctionNode) }),
      ...(isByPerson(article)
        ? { author: personNode(author.title, siteUrl + author.path) }
        : { author: { '@id': publisher['@id'] }, creditText: author.title }),
      ...(article.answeredBy && { accountablePerson: namedPerson(article.answeredBy) }),
      ...(article.office && { maintainer: { '@type': 'Organization', name: article.office } }),
      publisher,
      ...(term && { about: { '@id': term['@id'] } }),
    },
    ...(term ? [term] : []),
  ]
}

/** The name above a text that software wrote is a pen name: the publisher is its author. */
const isByPerson = ({ provenance }: Origin) => provenance !== 'generated'

/** The article's page: only its address unless reviewed, since reviews belong to a `WebPage`. */
const pageNode = (address: string, { reviewedBy, reviewedAt }: Origin) =>
  reviewedBy === undefined
    ? address
    : {
        '@type': 'WebPage',
        '@id': address,
        reviewedBy: namedPerson(reviewedBy),
        ...(reviewedAt && { lastReviewed: reviewedAt.slice(0, DAY_LENGTH) }),
      }

const correctionNode = ({ on, was, is }: Correction): Node => ({
  '@type': 'CorrectionComment',
  datePublished: on,
  text: `${was} → ${is}`,
})

const DAY_LENGTH = '2024-11-07'.length

const namedPerson = (name: string): Node => ({ '@type': 'Person', name })

/** The term that a dictionary entry defines; its set is the dictionary. */
function termNode(page: ArticlePage, { siteUrl }: HeadInput): Node | undefined {
  const [dictionary] = page.breadcrumb
  if (!page.article.isDefinition || !dictionary) return undefined
  const { title, description } = page.article
  return termNodeAt(siteUrl + page.path, {
    title,
    definition: description,
    set: dictionary,
    siteUrl,
  })
}
