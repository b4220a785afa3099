import { listPath } from '../addresses/lists.ts'
import { partsOfTopic, type Topic } from '../addresses/topic-list.ts'
import type { Shown } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'
import { loadNamedTopics, loadTopics } from './topic-repository.ts'

/** The topics that a subcategory links to; keys are `category/subcategory`. */
export const shownTopics: Shown<Topic[]> = {
  remembered: true,
  async look({ db }, sections) {
    const found = [...(await loadTopics(db, sections))]
    return new Map(found.map(([section, topics]) => [section, topics.map(withoutLength)]))
  },
  tags: (section) => [tags.topics(section)],
}

const withoutLength = ({ slug, title }: Topic): Topic => ({ slug, title })

/** The titles of topics; keys are lists of topics. */
export const shownTopicTitles: Shown<string> = {
  remembered: true,
  async look({ db }, lists) {
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
