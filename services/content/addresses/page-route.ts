import { NOT_FOUND_PATH } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { TOPICS } from '#shared/text/topic-address.ts'
import { LETTERS } from './letter-addresses.ts'
import { authorList } from './lists.ts'
import { topicList } from './topic-list.ts'

/** What a path asks for, judging by its form alone. */
export type PageRoute =
  | { kind: 'home' | 'authors' | 'sitemap' | 'search' | 'not-found' }
  | { kind: 'article'; slug: string }
  | { kind: 'author'; slug: string }
  | { kind: 'author-archive'; slug: string; number: number }
  | { kind: 'sitemap-archive'; number: number }
  | { kind: 'category'; category: string }
  | { kind: 'category-archive'; category: string; number: number }
  | { kind: 'letters'; category: string }
  | { kind: 'letter'; category: string; key: string }
  | { kind: 'subcategory'; category: string; subcategory: string }
  | { kind: 'subcategory-archive'; category: string; subcategory: string; number: number }
  | { kind: 'topic'; category: string; subcategory: string; topic: string }
  | {
      kind: 'topic-archive'
      category: string
      subcategory: string
      topic: string
      number: number
    }
  | { kind: 'other' }

const FIXED: Readonly<Record<string, PageRoute>> = {
  '/': { kind: 'home' },
  '/authors': { kind: 'authors' },
  '/sitemap': { kind: 'sitemap' },
  '/search': { kind: 'search' },
  [NOT_FOUND_PATH]: { kind: 'not-found' },
}

/** Parses a path. An info page or a redirect may have any path, so it may be `other`. */
export function parsePageRoute(path: PagePath): PageRoute {
  const fixed = FIXED[path]
  if (fixed) return fixed

  const segments = path.slice(1).split('/')
  const number = pageNumber(segments)
  const names = number === undefined ? segments : segments.slice(0, -2)
  const [first = '', second, ...rest] = names
  if (number === undefined && segments.length === 3 && second === LETTERS) {
    return { kind: 'letter', category: first, key: segments[2] ?? '' }
  }
  if (rest.length > 0) return topicRoute(names, number) ?? { kind: 'other' }

  if (number === undefined) {
    if (second === undefined) return { kind: 'category', category: first }
    if (first === 'articles') return { kind: 'article', slug: second }
    if (first === 'authors') return { kind: 'author', slug: second }
    if (second === LETTERS) return { kind: 'letters', category: first }
    return { kind: 'subcategory', category: first, subcategory: second }
  }
  if (second === undefined) {
    if (first === 'sitemap') return { kind: 'sitemap-archive', number }
    return { kind: 'category-archive', category: first, number }
  }
  if (first === 'authors') return { kind: 'author-archive', slug: second, number }
  return { kind: 'subcategory-archive', category: first, subcategory: second, number }
}

/** Topics are stored under paths of their own: see `topic-address.ts`. */
function topicRoute(names: readonly string[], number: number | undefined): PageRoute | undefined {
  const [category = '', subcategory = '', word, topic, ...rest] = names
  if (word !== TOPICS || topic === undefined || rest.length > 0) return undefined
  const named = { category, subcategory, topic }
  return number === undefined
    ? { kind: 'topic', ...named }
    : { kind: 'topic-archive', ...named, number }
}

/** The slugs in the routes of these kinds. */
export const slugsOf = (routes: readonly PageRoute[], ...kinds: readonly PageRoute['kind'][]) =>
  routes.flatMap((route) => ('slug' in route && kinds.includes(route.kind) ? route.slug : []))

/** The list whose front is at this route, if any. */
export function frontOf(route: PageRoute): string | undefined {
  switch (route.kind) {
    case 'category':
      return route.category
    case 'subcategory':
      return `${route.category}/${route.subcategory}`
    case 'topic':
      return topicList(`${route.category}/${route.subcategory}`, route.topic)
    case 'author':
      return authorList(route.slug)
    default:
      return undefined
  }
}

/** The list and number of the archive page at this route, if any. */
export function archiveOf(route: PageRoute): { list: string; page: number } | undefined {
  switch (route.kind) {
    case 'category-archive':
      return { list: route.category, page: route.number }
    case 'subcategory-archive':
      return { list: `${route.category}/${route.subcategory}`, page: route.number }
    case 'topic-archive': {
      const { category, subcategory, topic, number } = route
      return { list: topicList(`${category}/${subcategory}`, topic), page: number }
    }
    case 'author-archive':
      return { list: authorList(route.slug), page: route.number }
    default:
      return undefined
  }
}

/** The number n of a trailing `/page/n` in its canonical form: `/page/01` is not accepted. */
function pageNumber(segments: readonly string[]): number | undefined {
  const [word, digits = ''] = segments.slice(-2)
  return segments.length > 2 && word === 'page' && /^[1-9]\d{0,6}$/.test(digits)
    ? Number(digits)
    : undefined
}
