import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openRaw } from '../../../tests/support/hostile/raw-connection.ts'
import { createHttpServer } from './http-server.ts'
import { closeAfterAnswers } from './node/drain-connections.ts'

const HEADERS = { 'x-said-by-all': 'yes' }
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`
const WAIT = { timeout: 10_000, interval: 5 }

async function serve(answer: RequestListener, stillMs?: number) {
  const server = createHttpServer(answer, {
    headers: HEADERS,
    ...(stillMs !== undefined && { stillMs }),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { server, url: `http://127.0.0.1:${port}` }
}

/** Answers with the request's address as soon as the test releases it. */
function holding() {
  const begun: string[] = []
  const letGo: (() => void)[] = []
  const answer: RequestListener = ({ url = '' }, response) => {
    begun.push(url)
    letGo.push(() => response.end(url))
  }
  return { begun, answer, next: () => letGo.shift()?.() }
}

describe('pipelined requests', () => {
  test('are started one after another, and answered in order', async () => {
    const { begun, answer, next } = holding()
    const { url } = await serve(answer)
    const { answers } = await openRaw(url, get('/1') + get('/2') + get('/3'))

    for (const count of [1, 2, 3]) {
      await vi.waitFor(() => expect(begun).toHaveLength(count), WAIT)
      expect(answers()).toHaveLength(count - 1)
      next()
    }
    await vi.waitFor(
      () => expect(answers().map(({ text }) => text)).toEqual(['/1', '/2', '/3']),
      WAIT,
    )
  })

  test('are answered up to a limit, after which the connection closes', async () => {
    const { url } = await serve(({ url }, response) => void response.end(url))
    const all = Array.from({ length: 200 }, (_, at) => get(`/${at}`)).join('')
    const { answers, closed } = await openRaw(url, all)
    await closed

    // One is answered at once, and thirty-two may wait for it.
    expect(answers().map(({ text }) => text)).toEqual(
      Array.from({ length: 33 }, (_, at) => `/${at}`),
    )
    expect(answers().at(-1)?.headers.connection).toBe('close')
  })

  test('of a client that never reads are not started, and its connection is closed [T9]', {
    timeout: 60_000,
  }, async () => {
    const begun = vi.fn()
    const { server, url } = await serve((_request, response) => {
      begun()
      // More than fits into the buffers of a connection whose client does not read.
      response.end(Buffer.alloc(16 * 1024 * 1024))
    }, 500)
    const accepted = once(server, 'connection')
    const { socket, closed } = await openRaw(url, '', { reads: false })
    const [ours] = await accepted
    const many = get('/').repeat(2_000)
    const sending = setInterval(() => socket.write(many), 1)
    onTestFinished(() => clearInterval(sending))

    await once(ours, 'close')
    socket.destroy()
    await closed
    expect(begun).toHaveBeenCalledOnce()
    expect(ours.bytesRead).toBeLessThan(1024 * 1024)
  })
})

describe('a malformed request', () => {
  const garbage = 'this is no request\r\n\r\n'

  test('is refused after the answers to the requests before it [T8]', async () => {
    const { begun, answer, next } = holding()
    const { url } = await serve(answer)
    const { answers, closed } = await openRaw(url, get('/1') + get('/2') + garbage)
    await vi.waitFor(() => expect(begun).toHaveLength(1), WAIT)
    expect(answers()).toEqual([])
    next()
    await vi.waitFor(() => expect(begun).toHaveLength(2), WAIT)
    next()
    await closed

    expect(answers().map(({ status, text }) => status === 200 && text)).toEqual(['/1', '/2', false])
    expect(answers().at(-1)).toMatchObject({
      status: 400,
      headers: { ...HEADERS, 'cache-control': 'no-store', connection: 'close' },
    })
  })

  test('is refused at once where no request before it is unanswered', async () => {
    const { url } = await serve(({ url }, response) => void response.end(url))
    const first = await openRaw(url, garbage)
    await first.closed
    expect(first.answers().map(({ status }) => status)).toEqual([400])

    const second = await openRaw(url, get('/1'))
    await vi.waitFor(() => expect(second.answers()).toHaveLength(1), WAIT)
    second.socket.write(garbage)
    await second.closed
    expect(second.answers().map(({ status }) => status)).toEqual([200, 400])
  })

  test('in a body is refused in place of the answer to its request', async () => {
    const { begun, answer, next } = holding()
    const { url } = await serve(answer)
    const post = 'POST /2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n'
    const { answers, closed } = await openRaw(url, get('/1') + post)
    await vi.waitFor(() => expect(begun).toEqual(['/1']), WAIT)
    next()
    await closed

    expect(answers().map(({ status }) => status)).toEqual([200, 400])
  })
})

test.each([
  ['two hosts', `GET / HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n`, 400, 'more than one host'],
  ['no host', `GET / HTTP/1.1\r\n\r\n`, 400, 'no host'],
  ['a wish nobody can fulfil', get('/', 'Expect: wonders\r\n'), 417, '100-continue'],
  ['a tunnel', 'CONNECT b:80 HTTP/1.1\r\nHost: b\r\n\r\n', 405, 'not a proxy'],
])(
  '%s is refused with a problem, and closes the connection [T8]',
  async (_what, bytes, status, words) => {
    const answered = vi.fn()
    const { url } = await serve((_request, response) => {
      answered()
      response.end()
    })
    const { answers, closed } = await openRaw(url, bytes + get('/after'))
    await closed

    expect(answers()).toEqual([
      {
        status,
        headers: expect.objectContaining({
          ...HEADERS,
          'cache-control': 'no-store',
          connection: 'close',
          ...(status === 405 && { allow: 'GET, HEAD, OPTIONS' }),
        }),
        text: expect.stringContaining(words),
      },
    ])
    expect(JSON.parse(answers()[0]?.text ?? '').code).toBe('refused')
    expect(answered).not.toHaveBeenCalled()
  },
)

test('HTTP/1.0 needs no host, and Expect: 100-continue is answered', async () => {
  const { url } = await serve(({ url }, response) => void response.end(url))
  const old = await openRaw(url, 'GET /old HTTP/1.0\r\n\r\n')
  await old.closed
  expect(old.answers()).toMatchObject([{ status: 200, text: '/old' }])

  const waiting = await openRaw(url, get('/wait', 'Expect: 100-continue\r\nConnection: close\r\n'))
  await waiting.closed
  expect(waiting.answers()).toMatchObject([{ status: 200, text: '/wait' }])
})

test('an upgrade is answered in HTTP/1.1, and the connection closes', async () => {
  const { url } = await serve(({ url }, response) => void response.end(url))
  const fields = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMA\r\n'
  const { answers, closed } = await openRaw(url, get('/1', fields))
  await closed
  expect(answers()).toMatchObject([{ status: 200, text: '/1', headers: { connection: 'close' } }])
})

test('Connection: close in an answer closes the connection', async () => {
  const { server, url } = await serve(({ url }, response) => void response.end(url))
  const { socket, answers, closed } = await openRaw(url, get('/1'))
  await vi.waitFor(() => expect(answers()).toHaveLength(1), WAIT)
  expect(answers()[0]?.headers.connection).toBe('keep-alive')

  closeAfterAnswers(server)
  socket.write(get('/2'))
  await closed
  expect(answers().map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close'])
})
