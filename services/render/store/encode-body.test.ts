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
      expect(brotliDecompressSync(body.bytes.br)).toEqual(expected)
      expect(gunzipSync(body.bytes.gzip)).toEqual(expected)
      expect(await encodeBody(text, 'text/plain')).toEqual(body)
    }),
    { numRuns: 40 },
  )
})

test('the tag stands for the text alone', async () => {
  const [html, json, other] = await Promise.all([
    encodeBody('text', 'text/html'),
    encodeBody('text', 'application/json'),
    encodeBody('Text', 'text/html'),
  ])

  expect(html.etag).toBe(json.etag)
  expect(html.etag).not.toBe(other.etag)
  expect(html.etag).toMatch(/^[\w-]{22}$/)
})
