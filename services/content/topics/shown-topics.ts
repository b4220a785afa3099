import { listPath } from '../articles/listings.ts'
import type { Shown } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'
import { partsOfTopic, type Topic } from './topic-list.ts'
import { loadNamedTopics, loadTopics } from './topic-repository.ts'

/** The topics that a subcategory leads to; keys are `category/subcategory`. */
export const shownTopics: Shown<Topic[]> = {
  async look({ db }, sections) {
    const found = await loadTopics(db, sections)
    return new Map(
      [...found].map(([section, topics]) => [
        section,
        topics.map(({ slug, title }) => ({ slug, title })),
      ]),
    )
  },
  tags: (section) => [tags.topics(section)],
}

/** What a topic is called; keys are lists of topics. */
export const shownTopicTitles: Shown<string> = {
  async look({ db }, lists) {
    const found = await loadNamedTopics(db, lists)
    return new Map([...found].map(([list, { title }]) => [list, title]))
  },
  tags: (list, before, after) =>
    before === undefined || after === undefined
      ? [tags.address(listPath(list))]
      : [tags.topic(list)],
}

/** The subcategories of topics. */
export const sectionsOf = (lists: readonly string[]): string[] => [
  ...new Set(lists.map((list) => partsOfTopic(list).section)),
]
