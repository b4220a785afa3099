import { describe, expect, test } from 'vitest'
import type { Locale } from '#shared/contracts/primitives.ts'
import { reasonsAgainstTables } from '../lint/check-tables.ts'
import { renderMarkdown } from './render-markdown.ts'

const ROWS = `
| Fund | Fee | Return | For |
|---|---:|---:|---|
| Zebra | $2,022.62 | 5% | A saver who wants all countries of the world in one fund, and no other fund beside that one |
| Alpha | $900 | — | A bank |
| Owl | $900 | 12.5% | |
| **Together** | $3,822.62 | 17% | |
`
const render = (braces: string, rows = ROWS, locale: Locale = 'en_US') =>
  renderMarkdown(`: Funds {${braces}}\n${rows}`, 'Title', locale)

const messagesOf = (braces: string, rows = ROWS) =>
  reasonsAgainstTables(render(braces, rows).outline).map(
    ({ code, message }) => `${code} ${message}`,
  )

describe('best=', () => {
  test('marks each of the best cells with a word, and no sum', () => {
    const { html } = render('best="Fee: high; Return: high"')
    expect(html.match(/<td class="align-right best"[^<]+/g)).toEqual([
      '<td class="align-right best" data-label="Fee" role="cell">$2,022.62 ',
      '<td class="align-right best" data-label="Return" role="cell">12.5% ',
    ])
    expect(html.match(/<small class="best-word">highest<\/small>/g)).toHaveLength(2)
    expect(render('best="Fee: low"').html.match(/best-word/g)).toHaveLength(2)
  })

  test.each<[Locale, string, string]>([
    ['ru_RU', '9 000 ₽', 'наименьшее'],
    ['tr_TR', '9.000 TL', 'en düşük'],
  ])('needs no column where one has numbers, and speaks %s', (locale, amount, word) => {
    const rows = `\n| A | B |\n|---|---|\n| x | ${amount} |\n| y | ${amount.replace('9', '10')} |\n`
    const { html, outline } = render('best=low', rows, locale)
    expect(reasonsAgainstTables(outline)).toEqual([])
    expect(html.match(/<small[^<]+/g)).toEqual([`<small class="best-word">${word}`])
  })

  test.each([
    ['best=low', 'has best=low in its braces, and more than one column of numbers (Fee, Return)'],
    ['best=cheap', 'has best=cheap in its braces: write best=low or best=high'],
    ['best="Fee: low; Return"', 'write best=low or best=high'],
    ['best="Price: low"', 'has best= in its braces, which names the column "Price"'],
    ['best="For: low"', 'whose cells are not all numbers of one unit, such as "A saver'],
    ['best="Fee: low" best=high', 'has best= twice'],
  ])('is refused as %j', (braces, message) => {
    expect(messagesOf(braces)).toEqual([expect.stringContaining(message)])
    expect(messagesOf(braces)[0]).toMatch(/^E-TABLE The caption /)
  })
})

describe('sort', () => {
  test('writes the order of the rows into the heads of columns that compare', () => {
    const { html } = render('sort')
    expect(html.match(/<th[^>]*data-sort[^<]+/g)).toEqual([
      '<th data-sort="2,0,1" role="columnheader">Fund',
      '<th class="align-right" data-sort="1,0,0" role="columnheader">Fee',
      '<th class="align-right" data-sort="0,,1" role="columnheader">Return',
    ])
  })

  test.each([
    [
      'of two rows',
      '\n| A | B |\n|---|---|\n| x | 1 |\n| y | 2 |\n| **All** | 3 |\n',
      'fewer than 3 rows',
    ],
    [
      'without a column that compares',
      '\n| A | B |\n|---|---|\n| 5% | 1 or so |\n| $5 | 2 |\n| none | 3 |\n',
      'has no column with a head and cells that compare',
    ],
  ])('is refused for a table %s', (_what, rows, message) => {
    expect(messagesOf('sort', rows)).toEqual([expect.stringContaining(message)])
  })
})

test.each(['#a example sort', '#a example best=low'])(
  'a table whose numbers readers change is not compared: %s',
  (braces) => {
    const rows = `
| What | Amount |
|---|---|
| Price | [$5](<input: price, 0 to 9>) |
| Twice | [$10](<calc: price * 2>) |
| Thrice | [$15](<calc: price * 3>) |
`
    expect(messagesOf(braces, rows)).toEqual([
      expect.stringContaining('compares numbers that readers change'),
    ])
  },
)
