import { expect, test } from 'vitest'
import { stripLineBreaks, wordsJoined } from './strip-line-breaks.ts'

test('removes every CR and LF without putting anything in their place [M-602, C73]', () => {
  expect(stripLineBreaks('Bonds\r\nand\nstocks\r')).toBe('Bondsandstocks')
})

test('trims what remains', () => {
  expect(stripLineBreaks('\n  Bonds \n and stocks \r\n')).toBe('Bonds  and stocks')
  expect(stripLineBreaks('\r\n')).toBe('')
})

test('names the words that it joined [M-602]', () => {
  expect(wordsJoined('Bonds\r\nand\n\nstocks rise\rand fall')).toEqual([
    'Bondsandstocks',
    'riseand',
  ])
  expect(wordsJoined('\nBonds \nand\n stocks\tand long-\nterm loans\n')).toEqual([])
})
