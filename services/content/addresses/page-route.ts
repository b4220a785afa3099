import { PAGE_KINDS } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { LETTERS } from './letter-addresses.ts'
import { listAt } from './lists.ts'
import { SINGLE_KINDS, type SingleKind } from './single-pages.ts'
import { TERMS } from './term-path.ts'

/** A list's front or, with a number, a page of its archive. */
export interface ListRoute {
  kind: 'list'
  list: string
  number?: number
}

/** The site map is the front of the list of all articles. */
export type RoutedKind = Exclude<SingleKind, 'sitemap'>

/** What a path asks for, judging by its form alone. */
export type PageRoute =
  | { kind: 'single'; page: RoutedKind }
  | { kind: 'other' }
  | { kind: 'article'; slug: string }
  | { kind: 'letters'; category: string }
  | { kind: 'letter'; category: string; key: string }
  | { kind: 'term'; slug: string }
  | ListRoute

const SINGLE = new Map<PagePath, PageRoute>(
  SINGLE_KINDS.filter((kind) => kind !== 'sitemap').map((page) => [
    PAGE_KINDS[page].path,
    { kind: 'single', page },
  ]),
)

/** The number in its canonical form: `/page/01` is not accepted. */
const ARCHIVE = /^(.+)\/page\/([1-9]\d{0,6})$/s

/** Parses a path. An info page or a redirect may have any path, so it may be `other`. */
export function parsePageRoute(path: PagePath): PageRoute {
  const single = SINGLE.get(path)
  if (single) return single

  const [, front, number] = ARCHIVE.exec(path) ?? []
  const [first = '', second, third, ...rest] = path.slice(1).split('/')
  if (first === 'articles' && second !== undefined && third === undefined) {
    return { kind: 'article', slug: second }
  }
  if (first === TERMS && second !== undefined && third === undefined) {
    return { kind: 'term', slug: second }
  }
  if (second === LETTERS && first !== 'authors' && rest.length === 0) {
    return third === undefined
      ? { kind: 'letters', category: first }
      : { kind: 'letter', category: first, key: third }
  }
  const list = listAt(front ?? path)
  if (list === undefined) return { kind: 'other' }
  return { kind: 'list', list, ...(number !== undefined && { number: Number(number) }) }
}
