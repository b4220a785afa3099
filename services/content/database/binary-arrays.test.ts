import { expect, test } from 'vitest'
import { integerArray, textArray } from './binary-arrays.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('integers follow a header, each after its length', () => {
  expect(hex(integerArray(Int32Array.of(-2, 5)))).toBe(
    '00000001 00000000 00000017 00000002 00000001 00000004 fffffffe 00000004 00000005'.replaceAll(
      ' ',
      '',
    ),
  )
})

test('texts have lengths in bytes', () => {
  const texts = ['é', ''].map((text) => new TextEncoder().encode(text))
  expect(hex(textArray(texts))).toBe(
    '00000001 00000000 00000019 00000002 00000001 00000002 c3a9 00000000'.replaceAll(' ', ''),
  )
})

test('an empty list has no dimension', () => {
  expect(hex(integerArray(new Int32Array()))).toBe('000000000000000000000017')
})
