import { expect, test } from 'vitest'
import { COSTLY_TEXTS } from '../../../tests/support/content/costly-texts.ts'
import { EXCESS_MESSAGES } from './excess.ts'
import { findRawHtml } from './find-raw-html.ts'
import { renderMarkdown } from './render-markdown.ts'

const excessOf = (body: string) => renderMarkdown(body, 'T', 'en_US').excess

test('a text may have 100,000 parts and no more', () => {
  // Each paragraph has four: where it begins and ends, its line, and the words in it.
  expect(excessOf('a\n\n'.repeat(25_000))).toBeUndefined()
  // A line across is one more.
  expect(excessOf(`${'a\n\n'.repeat(25_000)}---\n`)).toBe('parts')
  expect(EXCESS_MESSAGES.parts).toContain('more than 100,000 parts')
})

test('every text is counted from zero', () => {
  for (let time = 0; time < 3; time++) {
    expect(excessOf('a\n\n'.repeat(20_000))).toBeUndefined()
    expect(excessOf('a\n\n'.repeat(30_000))).toBe('parts')
    expect(findRawHtml('<b>'.repeat(60_000))).toHaveLength(60_000)
    expect(findRawHtml('<b>'.repeat(120_000))).toBeUndefined()
  }
})

test.each(Object.entries(COSTLY_TEXTS))('of %s is known', (_name, { text, refused }) => {
  expect(text.length).toBeLessThanOrEqual(500_000)
  expect(excessOf(text)).toBe(refused ? 'parts' : undefined)
})
