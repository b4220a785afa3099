import { addressOf, topicPath } from '#shared/addresses/topic-address.ts'
import type { Link } from '#shared/contracts/page.ts'
import { slugify } from '#shared/text/slugify.ts'
import { titleCase } from '#shared/text/title-case.ts'
import type { Placement } from './placement.ts'

/** A topic of a subcategory, the third level. Topics exist by being named in articles. */
export interface Topic {
  slug: string
  title: string
}

/** A list of the form `category/subcategory/topic`. */
export const topicList = (section: string, slug: string) => `${section}/${slug}`

export const isTopicList = (list: string) => list.split('/').length === 3

/** Splits a topic's list into the subcategory (as `category/subcategory`) and the topic's slug. */
export function partsOfTopic(list: string): { section: string; slug: string } {
  const at = list.lastIndexOf('/')
  return { section: list.slice(0, at), slug: list.slice(at + 1) }
}

/** @param section `category/subcategory` */
export const topicLink = (section: string, { slug, title }: Topic): Link => ({
  title,
  path: addressOf(topicPath(`/${section}`, slug)),
})

/** The lists of topics for an article with these placements. */
export const topicListsOf = (placements: readonly Placement[]): string[] =>
  placements.flatMap(({ category, subcategory, topics }) =>
    topics.map((topic) => topicList(`${category}/${subcategory}`, slugify(topic))),
  )

/** A topic's title as an article writes it. A slug becomes a title. */
export const topicTitle = (written: string) =>
  slugify(written) === written ? titleCase(written) : written
