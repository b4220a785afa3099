import { expect, test } from 'vitest'
import { withoutOwnOrigin } from './own-address.ts'

test.each([
  ['/a?b', '/a?b'],
  ['http://site.example/a?b', '/a?b'],
  ['HTTPS://SITE.example', '/'],
  ['http://site.example?b', '/?b'],
  ['http://other.example/a', 'http://other.example/a'],
  ['http://me@site.example/a', 'http://me@site.example/a'],
  ['*', '*'],
])('%s is requested as %s', (url, address) => {
  expect(withoutOwnOrigin(url, 'site.example')).toBe(address)
})
