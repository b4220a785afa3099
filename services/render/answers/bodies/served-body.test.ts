import { describe, expect, test } from 'vitest'
import { acceptedEncodings, chooseEncoding, type ServedBody } from './served-body.ts'

const bodyWith = (...encodings: ('br' | 'gzip')[]): ServedBody => ({
  ...{ contentType: 'text/plain', etag: 'x' },
  bytes: {
    identity: Buffer.from('text'),
    ...Object.fromEntries(encodings.map((encoding) => [encoding, Buffer.from(encoding)])),
  },
})
const whole = bodyWith('br', 'gzip')

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
    expect(chooseEncoding(whole, header)).toBe(encoding)
  })

  test.each([
    ['gzip, deflate, br', ['gzip'], 'gzip'],
    ['br', ['gzip'], 'identity'],
    ['gzip, br', [], 'identity'],
  ] as const)('answers %j with the best of %j', (header, encodings, encoding) => {
    expect(chooseEncoding(bodyWith(...encodings), header)).toBe(encoding)
  })

  test('answers the same when asked again, after however many others', () => {
    for (let count = 0; count < 500; count++) acceptedEncodings(`br;q=0, gzip;q=0.${count}`)
    for (const _ of [1, 2]) {
      expect(chooseEncoding(whole, 'gzip')).toBe('gzip')
      expect(chooseEncoding(whole, 'gzip;q=0')).toBe('identity')
    }
  })
})
