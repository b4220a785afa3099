import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { encodeBody } from './encode-body.ts'
import { compressEntry, encodePlain, isLeftPlain, isMadeLater, makeForm } from './later-forms.ts'

const HTML = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const TEXT = 'Money in plain words. '.repeat(40)
/** As long as a text that a server may compress between two answers, in bytes. */
const LONGEST = 65_536

describe('a text of a page', () => {
  test.each([HTML, JSON_TYPE])('is left as it is: %s', async (type) => {
    const body = await encodePlain(TEXT, type, { gzip: false })

    expect(Object.keys(body.bytes)).toEqual(['identity'])
    expect([isMadeLater(body, 'br'), isMadeLater(body, 'gzip')]).toEqual([true, true])
  })

  test('gets later the very forms that it would have got at once', async () => {
    const [plain, whole] = await Promise.all([encodePlain(TEXT, HTML), encodeBody(TEXT, HTML)])

    expect(makeForm(plain, 'br')).toEqual(whole.bytes.br)
    expect(makeForm(plain, 'gzip')).toEqual(whole.bytes.gzip)
    expect(brotliDecompressSync(plain.bytes.br ?? '').toString()).toBe(TEXT)
    expect(gunzipSync(plain.bytes.gzip ?? '').toString()).toBe(TEXT)
    expect(plain.etag).toBe(whole.etag)
    expect([isMadeLater(plain, 'br'), isMadeLater(plain, 'gzip')]).toEqual([false, false])
  })

  test('is compressed at once if that takes long', async () => {
    const longest = await encodePlain('é'.repeat(LONGEST / 2), HTML, { gzip: false })
    const longer = await encodePlain('é'.repeat(LONGEST / 2 + 1), HTML, { gzip: false })

    expect([longest.bytes.br, isMadeLater(longest, 'br')]).toEqual([undefined, true])
    expect(longer.bytes.br).toBeDefined()
  })
})

test('texts of other kinds get their forms at once, and no brotli later', async () => {
  const feed = await encodePlain(TEXT, 'application/atom+xml; charset=utf-8')
  const markdown = await encodePlain(TEXT, 'text/markdown; charset=utf-8', {
    brotli: false,
    gzip: false,
  })
  const font = { ...(await encodePlain('', HTML)), contentType: 'font/woff2' }

  expect(Object.keys(feed.bytes)).toEqual(['br', 'gzip', 'identity'])
  expect([isMadeLater(markdown, 'br'), isMadeLater(markdown, 'gzip')]).toEqual([false, true])
  expect([isMadeLater(font, 'br'), isMadeLater(font, 'gzip')]).toEqual([false, false])
})

test('an entry is plain until every text of its page is compressed', async () => {
  const bodies = {
    html: await encodeBody(TEXT, HTML),
    data: await encodePlain(TEXT, JSON_TYPE),
    markdown: await encodePlain(TEXT, 'text/markdown', { brotli: false, gzip: false }),
  }
  expect(isLeftPlain({ bodies })).toBe(true)

  compressEntry({ bodies })

  expect(isLeftPlain({ bodies })).toBe(false)
  expect(Object.keys(bodies.data.bytes)).toEqual(['identity', 'br'])
  expect(Object.keys(bodies.markdown.bytes)).toEqual(['identity'])
})
