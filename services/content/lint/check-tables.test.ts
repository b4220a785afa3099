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
