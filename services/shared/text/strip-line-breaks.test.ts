import { expect, test } from 'vitest'
import { stripLineBreaks } from './strip-line-breaks.ts'

test('removes every CR and LF without putting anything in their place', () => {
  expect(stripLineBreaks('Bonds\r\nand\nstocks\r')).toBe('Bondsandstocks')
})

test('trims what remains', () => {
  expect(stripLineBreaks('\n  Bonds \n and stocks \r\n')).toBe('Bonds  and stocks')
  expect(stripLineBreaks('\r\n')).toBe('')
})
