import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleHash, readExampleHash } from './example-address.ts'

test('the address of an example has the numbers of the reader', () => {
  expect(exampleHash('payment', { price: 350_000, rate: 0.065 })).toBe(
    '#payment?price=350000&rate=0.065',
  )
  expect(exampleHash('payment', {})).toBe('#payment')
})

test.each([
  ['', undefined],
  ['#payment', undefined],
  ['#payment?', { id: 'payment', numbers: {} }],
  ['#payment?price=1&price=2', { id: 'payment', numbers: { price: 2 } }],
  ['#payment?price=x&rate=&years=Infinity&loan=NaN', { id: 'payment', numbers: {} }],
  ['#payment?%zz=1&%=2', { id: 'payment', numbers: { '%zz': 1, '%': 2 } }],
])('of %j are read %j', (hash, read) => {
  expect(readExampleHash(hash)).toEqual(read)
})

test('all numbers come back from an address', () => {
  const names = fc.stringMatching(/^\p{Ll}[\p{L}\p{N}_]{0,39}$/u)
  const numbers = fc.dictionary(
    names,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    { noNullPrototype: true },
  )
  fc.assert(
    fc.property(numbers, (written) => {
      const read = readExampleHash(new URL(exampleHash('a', written), 'http://a.example').hash)
      expect(read?.numbers ?? {}).toEqual(written)
    }),
  )
})
