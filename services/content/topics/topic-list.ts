import type { Link } from '#shared/contracts/page.ts'
import { slugify } from '#shared/text/slugify.ts'
import { titleCase } from '#shared/text/title-case.ts'
import { addressOf, topicPath } from '#shared/text/topic-address.ts'
import type { Placement } from '../articles/check-article.ts'

/** A topic of a subcategory: a third level, of which there is what articles name. */
export interface Topic {
  slug: string
  title: string
}

/** A list of the form `category/subcategory/topic`. */
export const topicList = (section: string, slug: string) => `${section}/${slug}`

export const isTopicList = (list: string) => list.split('/').length === 3

/** The subcategory of a topic, as `category/subcategory`, and the topic's slug. */
export function partsOfTopic(list: string): { section: string; slug: string } {
  const at = list.lastIndexOf('/')
  return { section: list.slice(0, at), slug: list.slice(at + 1) }
}

/** The path under which the page of a topic is kept. */
export function topicListPath(list: string): string {
  const { section, slug } = partsOfTopic(list)
  return topicPath(`/${section}`, slug)
}

/** @param section `category/subcategory` */
export const topicLink = (section: string, { slug, title }: Topic): Link => ({
  title,
  path: addressOf(topicPath(`/${section}`, slug)),
})

/** The topics of an article with these placements. */
export const topicListsOf = (placements: readonly Placement[]): string[] =>
  placements.flatMap(({ category, subcategory, topics }) =>
    topics.map((topic) => topicList(`${category}/${subcategory}`, slugify(topic))),
  )

/** What a topic is called by who wrote it like this: a slug stands for its words. */
export const topicTitle = (written: string) =>
  slugify(written) === written ? titleCase(written) : written
