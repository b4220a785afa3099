import { expect, test } from 'vitest'
import { isPicturePath, pictureNameIn, picturePath } from './picture-address.ts'

test.each([
  ['pay-stub', 'svg', 'pay-stub'],
  ['pay-stub.dark', 'svg', 'pay-stub--dark'],
  ['edgar-search', 'avif', 'edgar-search'],
  ['edgar-search.dark', 'webp', 'edgar-search--dark'],
  ['edgar-search', 'jpg', 'edgar-search'],
  ['edgar-search', 'png', 'edgar-search'],
] as const)('%s as %s has another address for other bytes', (name, format, inAddress) => {
  const path = picturePath({ name, format, sha256: 'ab0123456789'.padEnd(64, '0') })
  expect(path).toBe(`/pictures/${inAddress}-ab0123456789.${format}`)
  expect(isPicturePath(path)).toBe(true)
  expect(pictureNameIn(path)).toBe(name)
  expect(picturePath({ name, format, sha256: 'c'.repeat(64) })).not.toBe(path)
})

test.each([
  '/pictures/pay-stub.svg',
  '/pictures/pay-stub-ab0123456789',
  '/pictures/pay-stub-ab0123456789.html',
  '/pictures/pay-stub-ab0123456789.gif',
  '/pictures/pay-stub-AB0123456789.svg',
  '/pictures/../pay-stub-ab0123456789.svg',
  '/pictures/pay--stub-ab0123456789.svg',
  '/pictures/pay-stub.dark-ab0123456789.svg',
  `/pictures/${'a'.repeat(140)}-ab0123456789.svg`,
])('%s is no address of a picture', (address) => {
  expect(isPicturePath(address)).toBe(false)
})
