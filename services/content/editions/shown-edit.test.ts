import { expect, test } from 'vitest'
import { shownEdit } from './shown-edit.ts'

const words = (count: number, word = 'word') => Array(count).fill(word).join(' ')

test.each([
  ['one line', 'Two\n  lines.', 'Other.', '"Two lines."'],
  ['a text that was taken out', ' \n', 'Other.', 'nothing'],
  ['160 characters', 'a'.repeat(160), '', `"${'a'.repeat(160)}"`],
  ['161 characters', 'a'.repeat(161), '', `"${'a'.repeat(160)}…"`],
])('%s is shown as a whole, or from its beginning', (_, edited, before, shown) => {
  expect(shownEdit(edited, before)).toBe(shown)
})

test('of a long text the part is shown that was changed, with a few words before it', () => {
  const before = `${words(100)} old ${words(100)}`
  const shown = shownEdit(before.replace('old', 'new'), before)
  expect(shown).toMatch(/^"…(word ){8,9}new( word)+/)
  expect(shown).toMatch(/…"$/)
})

test('of a long text whose end was changed nothing is left out behind it', () => {
  const before = words(100)
  expect(shownEdit(`${before} more`, before)).toMatch(/^"…(word ){8,9}more"$/)
})
