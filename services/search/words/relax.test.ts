import { expect, test } from 'vitest'
import { piecesOf, relaxLetters } from './relax.ts'

test.each([
  ['счёт', 'счет'],
  ['инвестиций', 'инвестиций'],
  ['döviz', 'doviz'],
  ['altın', 'altin'],
  ['naïve', 'naive'],
  ['straße', 'strasse'],
  ['ﬁnance', 'finance'],
  ['bond', 'bond'],
])('%s is read as %s', (folded, relaxed) => {
  expect(relaxLetters(folded)).toBe(relaxed)
})

test('pieces are the text between punctuation', () => {
  expect(piecesOf('401(k)')).toEqual(['401', 'k'])
  expect(piecesOf('“bond”')).toEqual(['bond'])
  expect(piecesOf('istanbul’da')).toEqual(['istanbul', 'da'])
  expect(piecesOf('—')).toEqual([])
})
