import { expect, test } from 'vitest'
import { findExamples } from './find-examples.ts'
import { renderMarkdown } from './render-markdown.ts'

const LOAN = '| Loan & costs | [$1,200](<input: loan, 100 to 9000 by 100>) |'
const tableOf = (caption: string, ...rows: string[]) =>
  `: ${caption}\n\n| Yours | Value |\n|---|---:|\n${rows.join('\n')}\n\n`
const examplesIn = (markdown: string) => findExamples(renderMarkdown(markdown, 'A', 'en_US').html)

test.each([
  [[], []],
  [['| A year | [$1,200](<calc: loan>) |'], ['A year']],
  [
    ['| A year | [$1,200](<calc: loan>) |', '| **A month** | [$100](<calc: loan / 12>) |'],
    ['A month'],
  ],
])('an example with the rows %j gives %j', (rows, results) => {
  const text = tableOf('Your loan {#loan example}', LOAN, ...rows)
  const example = { id: 'loan', caption: 'Your loan', inputs: ['Loan & costs'], results }
  expect(examplesIn(text)).toEqual([example])
})

test('an example without results of its own gives those of the other tables that follow it', () => {
  const text = `${tableOf('Your loan {#loan example}', LOAN)}${tableOf('What it costs & takes', '| A month | [$100](<calc: loan / 12>) |')}`
  expect(examplesIn(text)).toMatchObject([{ id: 'loan', results: ['What it costs & takes'] }])
})

test('a text without an example has none', () => {
  expect(examplesIn(tableOf('Rates {#rates}', '| One | 1 |'))).toEqual([])
})
