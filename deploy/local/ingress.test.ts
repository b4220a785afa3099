import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openRaw } from '../../tests/support/raw-connection.ts'
import { rawRequest } from '../../tests/support/raw-request.ts'
import { closeIngress, createIngress, type IngressOptions } from './ingress.ts'

const SITE_URL = 'http://finlore.example'
const WAIT = { timeout: 10_000, interval: 5 }

/** An ingress before one server that is both services. */
async function front(
  answer: RequestListener,
  more: Pick<IngressOptions, 'unreadMs' | 'goodbyeMs'> = {},
) {
  const service = createServer(answer)
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const ingress = createIngress({
    ...{ searchUrl: serviceUrl, renderUrl: serviceUrl, siteUrl: SITE_URL },
    ...more,
  })
  const url = await ingress.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    ingress.server.closeAllConnections()
    await ingress.close()
    service.closeAllConnections()
    service.close()
  })
  return { url, ingress, service }
}

test('a service that is overloaded is asked once, and not again', async () => {
  const asked = vi.fn()
  const { url } = await front((_request, response) => {
    asked()
    response.writeHead(503, { 'retry-after': '2' }).end('{"code":"unavailable"}')
  })
  const answer = await rawRequest(url, '/')

  expect([answer.status, answer.headers['retry-after'], answer.text]).toEqual([
    ...[503, '2', '{"code":"unavailable"}'],
  ])
  expect(asked).toHaveBeenCalledOnce()
})

test('T9: clients that ask for much at once and never read hold up nobody, and are cut off', {
  timeout: 60_000,
}, async () => {
  const page = Buffer.alloc(1024 * 1024)
  const asked = vi.fn()
  const answer: RequestListener = (_request, response) => {
    asked()
    response.end(page)
  }
  const { url, ingress } = await front(answer, { unreadMs: 1_000 })
  const many = 'GET /page HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200)
  // Together they ask for more than the ingress has connections for.
  const hostile = await Promise.all(
    Array.from({ length: 20 }, () => openRaw(url, many, { reads: false })),
  )
  const connected = () =>
    new Promise<number>((resolve) => {
      ingress.server.getConnections((_error, count) => resolve(count))
    })
  await vi.waitUntil(() => asked.mock.calls.length >= hostile.length, WAIT)

  for (let reader = 0; reader < 20; reader += 1) {
    expect((await rawRequest(url, '/page')).bytes).toHaveLength(page.length)
  }
  await vi.waitFor(async () => expect(await connected()).toBe(0), { timeout: 30_000, interval: 50 })
  for (const { socket } of hostile) socket.destroy()
})

test('an answer that breaks off reaches nobody in part', async () => {
  const { url } = await front((request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      'content-encoding': 'br',
      'content-length': '1000',
      etag: '"a"',
      'cache-control': 'public, max-age=60',
    })
    response.write('half a page', () => request.socket.destroy())
  })
  const answer = await rawRequest(url, '/page')

  expect(answer.status).toBe(503)
  expect(JSON.parse(answer.text)).toMatchObject({ code: 'unavailable' })
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '2',
  })
  for (const name of ['etag', 'content-encoding']) expect(answer.headers).not.toHaveProperty(name)
})

test('what is of the reader and their connection is not passed on', async () => {
  const { url } = await front(({ method, headers }, response) => {
    response.end(JSON.stringify({ method, headers }))
  })
  const ours = ['connection', 'host', 'x-forwarded-for', 'x-request-id']
  const { closed, answers } = await openRaw(
    url,
    [
      'GET /page HTTP/1.1',
      'Host: finlore.example',
      'Connection: Upgrade, HTTP2-Settings, X-Hop, close',
      ...['Upgrade: h2c', 'HTTP2-Settings: AAMAAABk', 'X-Hop: a', 'TE: trailers', 'Trailer: a'],
      ...['Expect: 100-continue', 'Keep-Alive: timeout=9', 'Proxy-Connection: keep-alive'],
      ...['Forwarded: for=b', 'X-Forwarded-Host: b', 'X-Forwarded-Proto: b', 'Traceparent: b'],
      ...['Content-Type: text/plain', 'Content-Length: 4', '', 'body'],
    ].join('\r\n'),
  )
  await closed

  const [answer, ...others] = answers()
  expect(others).toEqual([])
  expect(answer?.status).toBe(200)
  expect(Object.keys(JSON.parse(answer?.text ?? '{}').headers).sort()).toEqual(ours)
})

test('F26: what is under way when it ends is answered, and connections that are kept end in words', async () => {
  const UNDER_WAY = 50
  const letGo = Promise.withResolvers<void>()
  let begun = 0
  const { url, ingress } = await front(
    async (request, response) => {
      if (request.url === '/slow') {
        begun += 1
        await letGo.promise
      }
      response.end(request.url)
    },
    { goodbyeMs: 1_000 },
  )
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const ask = async (path: string) => {
    const [response]: IncomingMessage[] = await once(get(url + path, { agent }), 'response')
    return response ? [response.statusCode, await text(response)] : []
  }
  const slow = Array.from({ length: UNDER_WAY }, () => ask('/slow'))
  await vi.waitFor(() => expect(begun).toBe(UNDER_WAY), WAIT)
  const quick: unknown[][] = []
  const ends: NodeJS.ErrnoException[] = []
  const readers = Array.from({ length: UNDER_WAY }, async () => {
    try {
      for (;;) quick.push(await ask('/quick'))
    } catch (error) {
      ends.push(error as NodeJS.ErrnoException)
    }
  })
  await vi.waitFor(() => expect(quick.length).toBeGreaterThan(UNDER_WAY * 5), WAIT)

  const closing = closeIngress(ingress, 3_000)
  await Promise.all(readers)
  // Only then, when nobody is let in any more.
  letGo.resolve()
  await closing

  expect(await Promise.all(slow)).toEqual(slow.map(() => [200, '/slow']))
  expect(quick).toEqual(quick.map(() => [200, '/quick']))
  // Each had its last answer whole, and then found the door closed.
  expect(ends.map(({ code }) => code)).toEqual(readers.map(() => 'ECONNREFUSED'))
})

test('it ends within seconds, though somebody is never answered', async () => {
  const asked = Promise.withResolvers<void>()
  const { url, ingress } = await front(() => asked.resolve())
  const asking = expect(rawRequest(url, '/')).rejects.toThrow('socket hang up')
  await asked.promise

  await Promise.race([
    closeIngress(ingress, 3_000),
    sleep(10_000, undefined, { ref: false }).then(() => {
      throw new Error('It is still there')
    }),
  ])
  await asking
})
