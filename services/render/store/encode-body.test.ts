import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeBody } from './encode-body.ts'

test('every encoding decompresses to the text, and the same text gives the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 2_000 }), async (text) => {
      const body = await encodeBody(text, 'text/plain')
      const expected = Buffer.from(text)

      expect(body.bytes.identity).toEqual(expected)
      expect(brotliDecompressSync(body.bytes.br ?? '')).toEqual(expected)
      expect(gunzipSync(body.bytes.gzip ?? '')).toEqual(expected)
      expect(await encodeBody(text, 'text/plain')).toEqual(body)
    }),
    { numRuns: 40 },
  )
})

test('the brotli form can be left out', async () => {
  const { bytes } = await encodeBody('text', 'text/plain', { brotli: false })

  expect(Object.keys(bytes)).toEqual(['gzip', 'identity'])
  expect(gunzipSync(bytes.gzip ?? '').toString()).toBe('text')
})

test('the gzip form can be left out', async () => {
  const { bytes } = await encodeBody('text', 'text/plain', { gzip: false })

  expect(Object.keys(bytes)).toEqual(['br', 'identity'])
  expect(brotliDecompressSync(bytes.br ?? '').toString()).toBe('text')
})

test('the tag depends on the text only', async () => {
  const [html, json, other] = await Promise.all([
    encodeBody('text', 'text/html'),
    encodeBody('text', 'application/json'),
    encodeBody('Text', 'text/html'),
  ])

  expect(html.etag).toBe(json.etag)
  expect(html.etag).not.toBe(other.etag)
  expect(html.etag).toMatch(/^[\w-]{22}$/)
})
