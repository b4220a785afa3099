import { expect, test } from 'vitest'
import { isPortraitPath, portraitPath } from './portrait-address.ts'

const name = { slug: 'ada-bell', sha256: 'ab0123456789'.padEnd(64, '0'), format: 'jpg' } as const

test('the address of a portrait has its author and changes with its bytes', () => {
  const path = portraitPath(name)
  expect(path).toBe('/portraits/ada-bell-ab0123456789.jpg')
  expect(isPortraitPath(path)).toBe(true)
  expect(portraitPath({ ...name, sha256: 'c'.repeat(64) })).not.toBe(path)
})

test.each([
  '/portraits/ada-bell.jpg',
  '/portraits/ada-bell-ab0123456789',
  '/portraits/ada-bell-ab0123456789.svg',
  '/portraits/ada-bell-AB0123456789.jpg',
  '/portraits/../ada-bell-ab0123456789.jpg',
  '/portraits/ada--bell-ab0123456789.jpg',
  '/portraits/ada-bell-ab0123456789.jpg/',
  `/portraits/${'a'.repeat(140)}-ab0123456789.jpg`,
  '/og/ada-bell-ab0123456789.png',
])('%s is no portrait address', (address) => {
  expect(isPortraitPath(address)).toBe(false)
})
