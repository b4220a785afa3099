import { expect, test } from 'vitest'
import { splitWords } from './split-words.ts'

test('splits at runs of any Unicode white space and drops empty pieces [M-501]', () => {
  expect(splitWords('  a  b\u00a0c\u2003d\u0085e\t\r\nf ')).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  expect(splitWords('')).toEqual([])
  expect(splitWords(' \u3000 ')).toEqual([])
})

test('splits at no other character', () => {
  expect(splitWords('a-b_c,d\u200be')).toEqual(['a-b_c,d\u200be'])
})
