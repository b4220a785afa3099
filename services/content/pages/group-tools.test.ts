import { expect, test } from 'vitest'
import { groupTools } from './group-tools.ts'

const categoryOf = (slug: string, ...children: string[]) => ({
  slug,
  children: children.map((child) => {
    return { slug: child, title: child.toUpperCase(), description: '', children: null }
  }),
})
const CATEGORIES = [categoryOf('advice', 'risk', 'other'), categoryOf('compare', 'loans', 'other')]

const toolIn = (section: string, caption: string) => ({
  section,
  tool: {
    caption,
    inputs: ['Price'],
    results: [],
    path: '/articles/a#b',
    article: { title: 'A', path: '/articles/a' },
  },
})

/** Each section as its path and the captions of its tools. */
const grouped = (...tools: ReturnType<typeof toolIn>[]) =>
  groupTools(CATEGORIES, tools).map(({ path, tools: filed }) => [
    path,
    ...filed.map(({ caption }) => caption),
  ])

test('the subcategory with the most tools is first, and one without is left out', () => {
  expect(
    grouped(
      toolIn('/advice/risk', 'a'),
      toolIn('/compare/other', 'b'),
      toolIn('/compare/other', 'c'),
    ),
  ).toEqual([
    ['/compare/other', 'b', 'c'],
    ['/advice/risk', 'a'],
  ])
  expect(grouped()).toEqual([])
})

test('of equally many, the one that is earlier in its own category is first, then as in the menu', () => {
  expect(
    grouped(
      toolIn('/advice/other', 'a'),
      toolIn('/compare/other', 'b'),
      toolIn('/compare/loans', 'c'),
      toolIn('/advice/risk', 'd'),
    ).map(([path]) => path),
  ).toEqual(['/advice/risk', '/compare/loans', '/advice/other', '/compare/other'])
})

test('a section has the title of its subcategory', () => {
  expect(groupTools(CATEGORIES, [toolIn('/compare/loans', 'a')])).toMatchObject([
    { title: 'LOANS', path: '/compare/loans' },
  ])
})
