import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { acceptanceOf, bytesOf, chooseEncoding, formsMade, type ServedBody } from './served-body.ts'

const bodyWith = (...encodings: ('br' | 'gzip')[]): ServedBody => ({
  contentType: 'text/plain',
  etag: 'x',
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

  test('answers the same again, after any number of others', () => {
    for (let count = 0; count < 500; count++) acceptanceOf(`br;q=0, gzip;q=0.${count}`)
    for (const _ of [1, 2]) {
      expect(chooseEncoding(whole, 'gzip')).toBe('gzip')
      expect(chooseEncoding(whole, 'gzip;q=0')).toBe('identity')
    }
  })
})

describe('a body without a gzip form', () => {
  const stored = bodyWith('br')
  const markdown = { ...bodyWith(), contentType: 'text/markdown; charset=utf-8' }
  const font = { ...bodyWith(), contentType: 'font/woff2' }

  test.each([
    ['page', stored, 'gzip', 'gzip'],
    ['page', stored, 'gzip, br', 'br'],
    ['page', stored, 'gzip;q=0', 'identity'],
    ['page', stored, undefined, 'identity'],
    ['Markdown', markdown, 'gzip, br', 'gzip'],
    ['Markdown', markdown, 'br', 'identity'],
    ['font', font, 'gzip, br', 'identity'],
  ] as const)('of a %s is chosen by Accept-Encoding', (_, body, header, encoding) => {
    expect(chooseEncoding(body, header)).toBe(encoding)
  })

  test.each([stored, markdown])('gets one when it is sent', (body) => {
    expect(gunzipSync(bytesOf(body, 'gzip')).toString()).toBe('text')
    expect(bytesOf(body, 'identity').toString()).toBe('text')
  })

  test('keeps one that it has', () => {
    expect(bytesOf(whole, 'gzip').toString()).toBe('gzip')
  })
})

test('a page that is stored plain is compressed for its first reader, once', () => {
  const plain: ServedBody = { ...bodyWith(), contentType: 'text/html; charset=utf-8' }
  const before = { ...formsMade }

  expect(['br, gzip', 'gzip', ''].map((header) => chooseEncoding(plain, header))).toEqual([
    'br',
    'gzip',
    'identity',
  ])
  const sent = bytesOf(plain, 'br')

  expect(brotliDecompressSync(sent).toString()).toBe('text')
  expect(bytesOf(plain, 'br')).toBe(sent)
  expect(gunzipSync(bytesOf(plain, 'gzip')).toString()).toBe('text')
  expect(formsMade).toEqual({ br: before.br + 1, gzip: before.gzip + 1 })
})
