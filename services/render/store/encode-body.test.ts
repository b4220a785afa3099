import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeBody } from './encode-body.ts'
import { encodeInThreads } from './encode-in-threads.ts'

test('every encoding decompresses to the text, and the same text gives the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 2_000 }), async (text) => {
      const body = await encodeBody(text, 'text/plain')
      const expected = Buffer.from(text)

      expect(body.bytes.identity).toEqual(expected)
      expect(brotliDecompressSync(body.bytes.br ?? '')).toEqual(expected)
      expect(gunzipSync(body.bytes.gzip ?? '')).toEqual(expected)
      expect(await encodeInThreads(text, 'text/plain')).toEqual(body)
    }),
    { numRuns: 40 },
  )
})

test('concurrent texts get their own results, whatever their length', async () => {
  const texts = Array.from({ length: 50 }, (_, index) => `${index} `.repeat((index % 7) * 3_000))
  const bodies = await Promise.all(texts.map((text) => encodeInThreads(text, 'text/plain')))

  expect(bodies.map(({ bytes }) => bytes.identity.toString())).toEqual(texts)
  expect(bodies.map(({ bytes }) => brotliDecompressSync(bytes.br ?? '').toString())).toEqual(texts)
  expect(bodies.map(({ bytes }) => gunzipSync(bytes.gzip ?? '').toString())).toEqual(texts)
})

test('the brotli form can be left out', async () => {
  const bodies = await Promise.all(
    [encodeBody, encodeInThreads].map((encode) => encode('text', 'text/plain', { brotli: false })),
  )

  for (const { bytes } of bodies) {
    expect(Object.keys(bytes)).toEqual(['gzip', 'identity'])
    expect(gunzipSync(bytes.gzip ?? '').toString()).toBe('text')
  }
})

test('the gzip form can be left out', async () => {
  const bodies = await Promise.all(
    [encodeBody, encodeInThreads].map((encode) => encode('text', 'text/plain', { gzip: false })),
  )

  for (const { bytes } of bodies) {
    expect(Object.keys(bytes)).toEqual(['br', 'identity'])
    expect(brotliDecompressSync(bytes.br ?? '').toString()).toBe('text')
  }
})

test('encoding keeps its process alive until it is done, and no longer', async () => {
  const module = new URL('./encode-in-threads.ts', import.meta.url)
  const script = `
    const { encodeInThreads } = await import(process.argv[1])
    console.log((await encodeInThreads('text', 'text/plain')).bytes.identity.toString())`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script, module.href],
    { timeout: 10_000 },
  )
  expect(stdout).toBe('text\n')
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
