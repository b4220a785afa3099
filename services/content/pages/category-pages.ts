import type { CategoryPage, SubcategoryPage } from '#shared/contracts/page.ts'
import type { SubcategoryNode } from '#shared/contracts/site.ts'
import { sortByTitle } from '#shared/text/alphabet.ts'
import { type Topic, topicLink, topicList } from '../addresses/topic-list.ts'
import { tags } from '../changes/tags.ts'
import { loadNamedTopics, loadTopics } from '../library/topic-repository.ts'
import { type Category, categoryLink, subcategoryLink } from '../site/category-repository.ts'
import { indexOf, showLetters } from './letter-page.ts'
import { type ListPlace, showFront } from './list-pages.ts'
import { LIST_TEXTS } from './list-texts.ts'
import { type PageScope, titleOf } from './page-scope.ts'

/** The category, subcategory or topic with this list, if there is one. */
export async function findInCategories(
  scope: PageScope,
  list: string,
): Promise<ListPlace | undefined> {
  const [slug, childSlug, topicSlug] = list.split('/')
  const category = scope.categories.find((known) => known.slug === slug)
  const subcategory = category?.children.find((child) => child.slug === childSlug)
  if (!category || (childSlug !== undefined && !subcategory)) return undefined
  if (!subcategory) {
    return {
      link: categoryLink(category),
      above: () => [],
      showFront: () => showCategory(scope, category),
    }
  }

  const section = { category, subcategory, list: `${slug}/${childSlug}` }
  const link = subcategoryLink(category, subcategory)
  const above = [categoryLink(category)]
  if (topicSlug === undefined) {
    return { link, above: () => above, showFront: () => showSubcategory(scope, section) }
  }
  const topic = await findTopic(scope, section, topicSlug)
  return (
    topic && {
      link: topicLink(section.list, topic),
      above: () => [...above, link],
      showFront: () => showTopic(scope, section, topic),
    }
  )
}

async function showCategory(scope: PageScope, category: Category): Promise<CategoryPage> {
  const { fallback: _, dictionary, ...node } = category
  const { title, path } = categoryLink(category)
  scope.reads(
    tags.category(node.slug),
    tags.letters(node.slug),
    ...node.children.map((child) => tags.category(`${node.slug}/${child.slug}`)),
  )
  return {
    kind: 'category',
    path,
    seo: { title: titleOf(scope, title), description: node.description },
    category: node,
    ...showFront(scope, node.slug, path),
    favorites: showFavorites(scope, node.slug),
    others: scope.categories.filter((other) => other !== category).map(categoryLink),
    ...(dictionary && {
      letters: await showLetters(scope, node.slug),
      index: indexOf(scope, node.slug),
    }),
  }
}

interface Section {
  category: Category
  subcategory: SubcategoryNode
  list: string
}

async function showSubcategory(scope: PageScope, section: Section): Promise<SubcategoryPage> {
  const { category, subcategory, list } = section
  const { title, path } = subcategoryLink(category, subcategory)
  scope.reads(tags.topics(list))
  const topics = (await loadTopics(scope.db, [list])).get(list) ?? []
  const links = topics.map((topic) => topicLink(list, topic))
  return {
    kind: 'subcategory',
    path,
    seo: { title: titleOf(scope, title, category.title), description: subcategory.description },
    ...showSection(scope, section),
    ...(links.length > 0 && { topics: sortByTitle(links, scope.site.locale) }),
    ...showFront(scope, list, path),
    favorites: showFavorites(scope, list),
  }
}

/** A subcategory's page narrowed down to the articles of one topic. */
function showTopic(scope: PageScope, section: Section, topic: Topic): SubcategoryPage {
  const { category, subcategory, list } = section
  const { title, path } = topicLink(list, topic)
  const words = LIST_TEXTS[scope.site.locale]
  const front = showFront(scope, topicList(list, topic.slug), path)
  const topics = topicsInMenu(scope, section)
  return {
    kind: 'subcategory',
    path,
    seo: {
      title: titleOf(scope, title, subcategory.title),
      description: words.topic(title, subcategory.title, category.title),
      ...(front.articles.length === 0 && { noindex: true }),
    },
    ...showSection(scope, section),
    topic: { title, path },
    ...(topics && { topics }),
    ...front,
    // Favorites are articles from outside a list, and a topic is only a part of one.
    favorites: [],
  }
}

function showSection(scope: PageScope, { category, subcategory, list }: Section) {
  scope.reads(tags.category(list))
  return {
    category: categoryLink(category),
    subcategory,
    siblings: category.children.map((child) => subcategoryLink(category, child)),
  }
}

function showFavorites(scope: PageScope, list: string) {
  scope.reads(tags.favorites(list), tags.constant('favorites'))
  return scope.showCards(scope.favoriteCards.get(list) ?? [])
}

/**
 * A topic that articles name or, since the menu changes rarely, one that is left in the menu: readers
 * who follow it to a topic without articles get an empty page.
 */
async function findTopic(
  scope: PageScope,
  section: Section,
  slug: string,
): Promise<Topic | undefined> {
  const list = topicList(section.list, slug)
  scope.reads(tags.topic(list))
  const named = (await loadNamedTopics(scope.db, [list])).get(list)
  if (named) return named
  const { path } = topicLink(section.list, { slug, title: '' })
  const left = topicsInMenu(scope, section)?.find((topic) => topic.path === path)
  return left && { slug, title: left.title }
}

/**
 * The topics as the menu has them. If each topic's page listed the current topics, a new topic would
 * change all of those pages.
 */
function topicsInMenu({ shell }: PageScope, { category, subcategory }: Section) {
  const { path } = subcategoryLink(category, subcategory)
  const branches = shell.menu.flatMap(({ children = [] }) => children)
  const topics = branches.find(({ key }) => key === path)?.children
  return topics?.map(({ label, key }) => ({ title: label, path: key }))
}
