import { expect, test } from 'vitest'
import { cutAtWord } from './cut-at-word.ts'

test.each([
  ['one two three', 13, 'one two three'],
  ['one two three', 12, 'one two…'],
  ['one  two', 6, 'one…'],
  ['wonderful', 5, 'wond…'],
])('%j in %i characters is %j', (text, longest, shown) => {
  expect(cutAtWord(text, longest)).toBe(shown)
})

test.each(['', 'a'])('never ends within a character, after %j', (start) => {
  const cut = cutAtWord(start + '📈'.repeat(80), 110)
  expect(cut.isWellFormed()).toBe(true)
  expect(cut.length).toBeLessThanOrEqual(110)
})
