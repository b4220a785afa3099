import type { ArchivePage, Link, SubcategoryPage } from '#shared/contracts/page.ts'
import { type Topic, topicLink, topicList } from '../addresses/topic-list.ts'
import { tags } from '../changes/tags.ts'
import { loadNamedTopics } from '../library/topic-repository.ts'
import {
  categoryLink,
  findCategory,
  showArchivePage,
  showFront,
  subcategoryLink,
} from './list-pages.ts'
import { type PageScope, titleOf } from './page-scope.ts'
import { TOPIC_WORDS } from './topic-words.ts'

interface TopicRoute {
  category: string
  subcategory: string
  topic: string
}

/** A subcategory's page narrowed down to the articles of one topic. */
export async function loadTopicPage(
  scope: PageScope,
  route: TopicRoute,
): Promise<SubcategoryPage | undefined> {
  const found = await findTopic(scope, route)
  if (!found) return undefined
  const { category, subcategory, section, above, topic } = found
  const { title, path } = topicLink(section, topic)
  const words = TOPIC_WORDS[scope.site.locale]
  scope.reads(tags.category(section))
  const front = showFront(scope, topicList(section, topic.slug), path)
  return {
    kind: 'subcategory',
    path,
    seo: {
      title: titleOf(scope, title, subcategory.title),
      description: words(title, subcategory.title, category.title),
      ...(front.articles.length === 0 && { noindex: true }),
    },
    category: categoryLink(category),
    subcategory,
    siblings: category.children.map((child) => subcategoryLink(category, child)),
    topic: { title, path },
    ...topicsInMenu(scope, above),
    ...front,
    // Favorites are articles from outside a list, and a topic is only a part of one.
    favorites: [],
  }
}

/** Not indexed: search engines find the same articles in the archive of the subcategory. */
export async function loadTopicArchive(
  scope: PageScope,
  { number, ...route }: TopicRoute & { number: number },
): Promise<ArchivePage | undefined> {
  const found = await findTopic(scope, route)
  if (!found) return undefined
  const { category, section, above, topic } = found
  const list = topicLink(section, topic)
  const key = topicList(section, topic.slug)
  const page = showArchivePage(scope, key, [categoryLink(category), above], list, number)
  return page && { ...page, seo: { ...page.seo, noindex: true } }
}

async function findTopic(
  scope: PageScope,
  { category: slug, subcategory: child, topic }: TopicRoute,
) {
  const category = findCategory(scope, slug)
  const subcategory = category?.children.find((known) => known.slug === child)
  if (!category || !subcategory) return undefined
  const section = `${slug}/${child}`
  const list = topicList(section, topic)
  const above = subcategoryLink(category, subcategory)
  const named = (await loadNamedTopics(scope.db, [list])).get(list)
  const known = named ?? leftInMenu(scope, section, above, topic)
  if (!known) return undefined
  scope.reads(tags.topic(list))
  return { category, subcategory, section, above, topic: known }
}

/** The menu changes rarely. Readers who follow it to a topic without articles get an empty page. */
function leftInMenu(
  scope: PageScope,
  section: string,
  above: Link,
  slug: string,
): Topic | undefined {
  const { topics = [] } = topicsInMenu(scope, above)
  const left = topics.find(({ path, title }) => path === topicLink(section, { slug, title }).path)
  return left && { slug, title: left.title }
}

/**
 * The other topics as the menu has them. If each topic's page listed the current topics, a new
 * topic would change all of those pages.
 */
function topicsInMenu({ shell }: PageScope, above: Link): Pick<SubcategoryPage, 'topics'> {
  const branches = shell.menu.flatMap(({ children = [] }) => children)
  const topics = branches.find(({ key }) => key === above.path)?.children
  return topics ? { topics: topics.map(({ label, key }) => ({ title: label, path: key })) } : {}
}
