import { describe, expect, test } from 'vitest'
import { chooseEncoding } from './served-body.ts'

describe('chooseEncoding', () => {
  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP , BR', 'br'],
    ['gzip;q=1.0, br;q=0.1', 'br'],
    ['gzip', 'gzip'],
    ['deflate', 'identity'],
    ['*', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0, gzip', 'gzip'],
    ['br;q=0., gzip;q=1.', 'gzip'],
    ['br;q=0.000, gzip;q=0.001', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['gzip;q=0, *', 'identity'],
    ['*;q=0', 'identity'],
    ['br;q=0, *;q=0.5', 'gzip'],
    ['broken', 'identity'],
    [',;,q=', 'identity'],
  ] as const)('answers %j with %s', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding)
  })

  test('answers the same when asked again, after however many others', () => {
    for (let count = 0; count < 500; count++) chooseEncoding(`br;q=0, gzip;q=0.${count}`)
    for (const _ of [1, 2]) {
      expect(chooseEncoding('gzip')).toBe('gzip')
      expect(chooseEncoding('gzip;q=0')).toBe('identity')
    }
  })
})
