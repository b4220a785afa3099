import type { ReadonlyKysely } from 'kysely/readonly'
import type { AddressLookup } from '#shared/contracts/page-model.ts'
import { Locale, type PagePath } from '#shared/contracts/primitives.ts'
import { letterWithKey } from '#shared/text/alphabet.ts'
import { together } from '#shared/together.ts'
import { ALL, authorList, lastPositions } from '../articles/listings.ts'
import { findNearestArticle } from '../articles/nearest-article.ts'
import { type Category, loadCategories } from '../categories/category-repository.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { isStorable } from '../editing/reasons-about-characters.ts'
import { loadMenuTopics, type MenuTopics } from '../topics/menu-topics.ts'
import { topicLink, topicList } from '../topics/topic-list.ts'
import { ALIASES } from './find-redirect.ts'
import { archiveOf, type PageRoute, parsePageRoute } from './page-route.ts'

/** Articles that are probably meant are looked for so often at most: it costs more than all the rest. */
const MOST_NEAREST = 4

/**
 * Whether there can be anything at each of these paths. A few looks into indexes for all of them
 * together, so that a flood of addresses that nobody has costs next to nothing. It may say yes where
 * there is nothing, as of the last pages of an archive; never no where there is something.
 */
export async function lookUpAddresses(
  db: ReadonlyKysely<Database>,
  paths: readonly PagePath[],
): Promise<AddressLookup[]> {
  return inSnapshot(db, async (snapshot) => {
    // Postgres does not let us ask for every address.
    const asked = paths.filter(isStorable).map((path) => ({ path, route: parsePageRoute(path) }))
    const names = await loadNames(snapshot, asked)
    const known = new Set(
      asked.flatMap(({ path, route }) =>
        names.addresses.has(path) || mayBe(route, names) ? path : [],
      ),
    )
    const missed = asked.flatMap(({ path, route }) =>
      route.kind === 'article' && !known.has(path) ? { path, slug: route.slug } : [],
    )
    const nearest = new Map(
      await together(
        missed
          .slice(0, MOST_NEAREST)
          .map(async ({ path, slug }) => [path, await findNearestArticle(snapshot, slug)] as const),
      ),
    )
    return paths.map((path) => {
      const meant = nearest.get(path)
      return { known: known.has(path), ...(meant && { nearest: meant }) }
    })
  })
}

interface Asked {
  path: PagePath
  route: PageRoute
}

/** Those of the names that are asked for that there are. */
interface Names {
  articles: ReadonlySet<string>
  authors: ReadonlySet<string>
  categories: readonly Category[]
  /** By list, how far it has come. */
  lists: ReadonlyMap<string, number>
  menu: MenuTopics | undefined
  /** Of info pages, of former addresses and of those that people guess. */
  addresses: ReadonlySet<PagePath>
}

async function loadNames(db: Reader, asked: readonly Asked[]): Promise<Names> {
  const routes = asked.map(({ route }) => route)
  const paths = asked.map(({ path }) => path)
  const slugsOf = (kind: 'article' | 'author') =>
    routes.flatMap((route) => (route.kind === kind ? route.slug : []))
  const needsCategories = routes.some(({ kind }) => kind !== 'article' && kind !== 'other')
  const [articles, authors, info, former, categories, lists, menu] = await together([
    db
      .selectFrom('article')
      .select('slug')
      .where('slug', 'in', orNone(slugsOf('article')))
      .execute(),
    db
      .selectFrom('author')
      .select('slug')
      .where('slug', 'in', orNone(slugsOf('author')))
      .execute(),
    db.selectFrom('info_page').select('path').where('path', 'in', orNone(paths)).execute(),
    db.selectFrom('redirect').select('from_path').where('from_path', 'in', orNone(paths)).execute(),
    needsCategories ? loadCategories(db) : [],
    lastPositions(db, routes.flatMap(listOf)),
    routes.some(({ kind }) => kind === 'topic') ? loadMenuTopics(db) : undefined,
  ])
  return {
    articles: new Set(articles.map(({ slug }) => slug)),
    authors: new Set(authors.map(({ slug }) => slug)),
    categories,
    lists,
    menu,
    addresses: new Set([
      ...info.map(({ path }) => path),
      ...former.map(({ from_path }) => from_path),
      ...Object.keys(ALIASES),
    ]),
  }
}

/** `in ()` is no SQL; no name of ours is empty. */
const orNone = (names: readonly string[]) => (names.length > 0 ? names : [''])

/** The list without which there is no such page. */
function listOf(route: PageRoute): string[] {
  if (route.kind === 'sitemap-archive') return [ALL]
  if (route.kind === 'author-archive') return [authorList(route.slug)]
  if (route.kind === 'topic') return [listOfTopic(route)]
  const archive = archiveOf(route)
  return archive ? [archive.list] : []
}

type TopicRoute = Extract<PageRoute, { kind: 'topic' }>

const listOfTopic = ({ category, subcategory, topic }: TopicRoute) =>
  topicList(`${category}/${subcategory}`, topic)

function mayBe(route: PageRoute, names: Names): boolean {
  const { articles, authors, categories, lists } = names
  switch (route.kind) {
    case 'home':
    case 'authors':
    case 'sitemap':
    case 'search':
    case 'not-found':
      return true
    case 'article':
      return articles.has(route.slug)
    case 'author':
      return authors.has(route.slug)
    case 'category':
      return categories.some(({ slug }) => slug === route.category)
    case 'subcategory':
      return categories.some(
        ({ slug, children }) =>
          slug === route.category && children.some((child) => child.slug === route.subcategory),
      )
    case 'letters':
      return isDictionary(categories, route.category)
    case 'letter':
      return isLetter(route.key) && isDictionary(categories, route.category)
    case 'topic':
      return (lists.get(listOfTopic(route)) ?? 0) > 0 || isInMenu(route, names)
    case 'category-archive':
    case 'subcategory-archive':
    case 'topic-archive':
    case 'author-archive':
    case 'sitemap-archive':
      // Each page of an archive holds at least one position of its list.
      return listOf(route).some((list) => (lists.get(list) ?? 0) >= route.number)
    case 'other':
      return false
    default:
      return route satisfies never
  }
}

const isDictionary = (categories: readonly Category[], wanted: string) =>
  categories.some(({ slug, dictionary }) => dictionary && slug === wanted)

const isLetter = (key: string) =>
  Object.values(Locale.enum).some((locale) => letterWithKey(key, locale))

/** The menu goes on leading to a topic that articles have left. */
function isInMenu(route: TopicRoute, { menu }: Names): boolean {
  const section = `${route.category}/${route.subcategory}`
  const { path } = topicLink(section, { slug: route.topic, title: '' })
  return menu?.sections[section]?.some((topic) => topic.path === path) ?? false
}
