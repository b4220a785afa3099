import { expect, test } from 'vitest'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { reasonsAgainstTables } from './check-tables.ts'

const TABLE = '\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n'

test.each([
  ['of a heading', `## Rates\n\n: Of banks {#rates}${TABLE}`],
  ['of another table', `: Of banks {#rates}${TABLE}: Of funds {#rates}${TABLE}`],
  ['of the page', `: Of banks {#main}${TABLE}`],
])('refuses the id %s for a table', (_what, source) => {
  const { outline } = renderMarkdown(source, 'Title', 'en_US')
  expect(reasonsAgainstTables(outline)).toEqual([
    expect.objectContaining({
      code: 'E-TABLE',
      message: expect.stringContaining('which another part of the page has'),
    }),
  ])
})

test('refuses a caption without words', () => {
  const { outline } = renderMarkdown(`: {#rates}${TABLE}`, 'Title', 'en_US')
  expect(reasonsAgainstTables(outline)).toHaveLength(1)
})

const LONGER = '\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 2 | 2 |\n| 3 | 2 |\n\n'

test.each([
  [
    'of a table that cannot be drawn',
    `: Of banks {#rates chart=lines}${TABLE}`,
    'has too few rows, 1',
  ],
  ['without an id', `: Of banks {chart=lines}${LONGER}`, 'has no id: write one'],
  [
    'after twenty others',
    Array.from({ length: 21 }, (_, at) => `: Of banks {#r${at} chart=lines}${LONGER}`).join(''),
    'is one of more than 20 in a text',
  ],
])('refuses a chart %s, and shows the table', (_what, source, message) => {
  const { html, outline } = renderMarkdown(source, 'Title', 'en_US')
  expect(reasonsAgainstTables(outline)).toEqual([
    expect.objectContaining({ code: 'E-CHART', message: expect.stringContaining(message) }),
  ])
  expect(html.slice(html.lastIndexOf('<div'))).toMatch(/<table>.*<td[^>]*>2<\/td>/s)
})
