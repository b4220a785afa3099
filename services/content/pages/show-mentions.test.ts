import { expect, test } from 'vitest'
import { showMentions } from './show-mentions.ts'

const BOND = { id: '1', term: 'bond', definition: 'A loan.', path: '/articles/b', title: 'Bonds' }
const FUND = { id: '2', term: 'fund', definition: 'A pot.', path: '/articles/f', title: 'Funds' }

test('links the mentions to the current address, and lists their definitions', () => {
  const html = '<p>A bond &amp; a fund.</p>'
  const mentions = [
    { term: '1', starts: 5, ends: 9 },
    { term: '2', starts: 18, ends: 22 },
  ]
  expect(
    showMentions(html, mentions, new Map([BOND, FUND].map((term) => [term.id, term]))),
  ).toEqual({
    html: '<p>A <a class="term" href="/articles/b" aria-describedby="term_1">bond</a> &amp; a <a class="term" href="/articles/f" aria-describedby="term_2">fund</a>.</p>',
    terms: [
      { term: 'bond', definition: 'A loan.', article: { title: 'Bonds', path: '/articles/b' } },
      { term: 'fund', definition: 'A pot.', article: { title: 'Funds', path: '/articles/f' } },
    ],
  })
  expect(showMentions(html, mentions, new Map([['2', FUND]])).html).toBe(
    '<p>A bond &amp; a <a class="term" href="/articles/f" aria-describedby="term_1">fund</a>.</p>',
  )
  expect(showMentions(html, mentions, new Map())).toEqual({ html, terms: [] })
})
