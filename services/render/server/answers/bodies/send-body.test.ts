import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { encodeBody } from '../../../store/encode-body.ts'
import { CACHING } from './caching.ts'
import { type SendOptions, sendBody } from './send-body.ts'

const TEXT = 'Money in plain words. '.repeat(40)

async function serve(options: SendOptions = {}) {
  const body = await encodeBody(TEXT, 'text/plain; charset=utf-8')
  const app = Fastify()
  app.get('/', async (request, reply) => sendBody(request, reply, body, options))
  const ask = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ url: '/', method, headers })
  return { body, ask }
}

describe('sendBody', () => {
  test('sends the same text in every encoding, each with its own tag', async () => {
    const { ask } = await serve()

    const br = await ask({ 'accept-encoding': 'br, gzip' })
    const gzip = await ask({ 'accept-encoding': 'gzip' })
    const plain = await ask({})

    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(TEXT)
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(TEXT)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(plain.body).toBe(TEXT)
    const tags = [br, gzip, plain].map(({ headers }) => headers.etag)
    expect(new Set(tags).size).toBe(3)
    for (const { headers } of [br, gzip, plain]) {
      expect(headers).toMatchObject({
        vary: 'Accept-Encoding',
        'cache-control': CACHING.revalidate,
        'content-type': 'text/plain; charset=utf-8',
      })
    }
  })

  test('answers 304 to the tag of any encoding, weak or not, alone or among others', async () => {
    const { ask, body } = await serve()
    const { etag } = body

    for (const tag of [
      `"${etag}"`,
      `"${etag}-br"`,
      `"${etag}-gz"`,
      `W/"${etag}-br"`,
      `"other", W/"${etag}"`,
      '*',
    ]) {
      const answer = await ask({ 'if-none-match': tag, 'accept-encoding': 'gzip' })
      expect(answer.statusCode, tag).toBe(304)
      expect(answer.body).toBe('')
      expect(answer.headers).toMatchObject({ etag: `"${etag}-gz"`, vary: 'Accept-Encoding' })
      expect(answer.headers).not.toHaveProperty('content-encoding')
      expect(answer.headers).not.toHaveProperty('content-type')
    }
  })

  test('sends the body to clients with another tag', async () => {
    const { ask, body } = await serve()

    for (const tag of ['"other"', `"${body.etag}-zstd"`, '', 'W/', '"']) {
      expect((await ask({ 'if-none-match': tag })).statusCode, tag).toBe(200)
    }
  })

  test('answers HEAD as GET, without the body', async () => {
    const { ask } = await serve()

    for (const headers of [{}, { 'accept-encoding': 'br' }, { 'if-none-match': '*' }]) {
      const { date: _, ...got } = (await ask(headers)).headers
      const head = await ask(headers, 'HEAD')
      expect(head.headers).toMatchObject(got)
      expect(head.rawPayload).toHaveLength(0)
    }
  })

  test('never answers an error with 304, nor allows caching it where it must not be cached', async () => {
    const { ask } = await serve({ status: 503, caching: 'never' })

    const answer = await ask({ 'if-none-match': '*' })

    expect(answer.statusCode).toBe(503)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers).not.toHaveProperty('etag')
  })
})
