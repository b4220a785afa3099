import { expect, test } from 'vitest'
import { splitCaption } from './split-caption.ts'

test.each([
  ['Rates {#rates}', 'Rates', '#rates'],
  ['Rates', 'Rates', undefined],
  ['Rates {of} banks', 'Rates {of} banks', undefined],
  ['Rates {of} {#rates}  ', 'Rates {of}', '#rates'],
  ['{#rates}', '', '#rates'],
])('splits the braces off the caption %j', (caption, words, braces) => {
  expect(splitCaption(caption)).toEqual({ words, braces })
})
