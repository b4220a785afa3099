import { expect, test } from 'vitest'
import { isPicturePath, pictureNameIn, picturePath } from './picture-address.ts'

test.each([
  ['pay-stub', 'pay-stub'],
  ['pay-stub.dark', 'pay-stub--dark'],
])('%s has another address for other bytes', (name, inAddress) => {
  const path = picturePath({ name, sha256: 'ab0123456789'.padEnd(64, '0') })
  expect(path).toBe(`/pictures/${inAddress}-ab0123456789.svg`)
  expect(isPicturePath(path)).toBe(true)
  expect(pictureNameIn(path)).toBe(name)
  expect(picturePath({ name, sha256: 'c'.repeat(64) })).not.toBe(path)
})

test.each([
  '/pictures/pay-stub.svg',
  '/pictures/pay-stub-ab0123456789',
  '/pictures/pay-stub-ab0123456789.html',
  '/pictures/pay-stub-AB0123456789.svg',
  '/pictures/../pay-stub-ab0123456789.svg',
  '/pictures/pay--stub-ab0123456789.svg',
  '/pictures/pay-stub.dark-ab0123456789.svg',
  `/pictures/${'a'.repeat(140)}-ab0123456789.svg`,
])('%s is no address of a picture', (address) => {
  expect(isPicturePath(address)).toBe(false)
})
