import { listPath } from '../addresses/lists.ts'
import { partsOfTopic, type Topic } from '../addresses/topic-list.ts'
import type { TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import { loadNamedTopics, loadTopics } from './topic-repository.ts'

/** The topics that a subcategory links to; keys are `category/subcategory`. */
export const shownTopics: TrackedReading<Topic[]> = {
  remembered: true,
  async load({ db }, sections) {
    const found = [...(await loadTopics(db, sections))]
    return new Map(found.map(([section, topics]) => [section, topics.map(withoutLength)]))
  },
  tags: (section) => [tags.topics(section)],
}

const withoutLength = ({ slug, title }: Topic): Topic => ({ slug, title })

/** The titles of topics; keys are lists of topics. */
export const shownTopicTitles: TrackedReading<string> = {
  remembered: true,
  async load({ db }, lists) {
    const found = await loadNamedTopics(db, lists)
    return new Map([...found].map(([list, { title }]) => [list, title]))
  },
  tags: (list, before, after) =>
    before === undefined || after === undefined
      ? [tags.address(listPath(list))]
      : [tags.topic(list)],
}

/** The subcategories that these lists of topics belong to. */
export const sectionsOf = (lists: readonly string[]): string[] => [
  ...new Set(lists.map((list) => partsOfTopic(list).section)),
]
