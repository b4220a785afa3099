import { describe, expect, test } from 'vitest'
import { plainText } from './plain-text.ts'
import { renderMarkdown } from './render-markdown.ts'

const textOf = (markdown: string) => plainText(renderMarkdown(markdown, 'Title', 'en_US').html)

describe('an article without markup', () => {
  test('has a blank line between its paragraphs, and none of its tags', () => {
    expect(textOf('## What a *bond* is\n\nA loan\nof [yours](/a) & <b>.\n\n> Said so.')).toBe(
      'What a bond is\n\nA loan of yours & <b>.\n\nSaid so.',
    )
  })

  test('has a line for each item of a list and each row of a table', () => {
    expect(textOf('- one\n- two\n\n| a | b |\n|---|--:|\n| 1 | 2 |')).toBe(
      '• one\n• two\n\na\tb\n1\t2',
    )
  })

  test('has the rows of a chart, and nothing of its picture', () => {
    expect(
      textOf(
        ': Rates {#r chart=bars}\n\n| a | b |\n|---|--:|\n| x | 1 |\n| y | 2 |\n| z | 3 |\n\nEnd.',
      ),
    ).toBe('Rates\n\na\tb\nx\t1\ny\t2\nz\t3\n\nEnd.')
  })

  test('keeps the lines of code', () => {
    expect(textOf('Before\n\n```\na <\nb\n```')).toBe('Before\n\na <\nb')
  })
})
