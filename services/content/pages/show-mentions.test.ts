import { expect, test } from 'vitest'
import { showMentions } from './show-mentions.ts'

const shown = (id: string, term: string, definition: string) => ({
  id,
  term,
  definition,
  path: `/terms/${term}`,
  article: { title: `About ${term}`, path: `/articles/${term}` },
})
const BOND = shown('1', 'bond', 'A loan.')
const FUND = shown('2', 'fund', 'A pot.')
const mentioned = ({ id: _, article: { path }, ...term }: typeof BOND) => ({
  ...term,
  article: { path },
})

test('links the mentions to the pages of their terms, and lists their definitions', () => {
  const html = '<p>A bond &amp; a fund.</p>'
  const mentions = [
    { term: '1', starts: 5, ends: 9 },
    { term: '2', starts: 18, ends: 22 },
  ]
  expect(
    showMentions(html, mentions, new Map([BOND, FUND].map((term) => [term.id, term]))),
  ).toEqual({
    html: '<p>A <a class="term" href="/terms/bond" aria-describedby="term_1">bond</a> &amp; a <a class="term" href="/terms/fund" aria-describedby="term_2">fund</a>.</p>',
    terms: [mentioned(BOND), mentioned(FUND)],
  })
  expect(showMentions(html, mentions, new Map([['2', FUND]])).html).toBe(
    '<p>A bond &amp; a <a class="term" href="/terms/fund" aria-describedby="term_1">fund</a>.</p>',
  )
  expect(showMentions(html, mentions, new Map())).toEqual({ html, terms: [] })
})
