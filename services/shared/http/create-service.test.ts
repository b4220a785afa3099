import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SiteError } from '../errors.ts'
import { createService, type ServiceOptions } from './create-service.ts'

const build = (options: Partial<ServiceOptions> = {}) =>
  createService({ name: 'test', log: { level: 'silent' }, checks: {}, ...options })

describe('request ids', () => {
  test.each(['12345678', 'a.b:c-d_e', 'x'.repeat(64)])('%s is kept', async (id) => {
    const { app } = build()
    app.get('/', async (request) => request.id)

    const answer = await app.inject({ url: '/', headers: { 'x-request-id': id } })

    expect(answer.body).toBe(id)
    expect(answer.headers['x-request-id']).toBe(id)
  })

  test.each(['short', 'x'.repeat(65), 'with space', '<script>1', 'line\\nbreak', ''])(
    '%j is replaced',
    async (id) => {
      const { app } = build()
      app.get('/', async (request) => request.id)

      const answer = await app.inject({ url: '/', headers: { 'x-request-id': id } })

      expect(answer.body).toMatch(/^[0-9a-f-]{36}$/)
      expect(answer.headers['x-request-id']).toBe(answer.body)
    },
  )
})

test('a malformed escape is an address like any other to wildcard routes', async () => {
  const { app } = build()
  app.get('/*', async (request) => request.url)

  expect((await app.inject('/100%?q=100%')).body).toBe('/100%25?q=100%')
  expect((await app.inject('/caf%C3%A9%20?q=1')).body).toBe('/caf%C3%A9%20?q=1')
})

test('unfinished headers, unfinished bodies and idle connections time out [F30, T9]', async () => {
  const { app } = build()
  const { server } = app
  await app.ready()

  expect(server.headersTimeout).toBe(8_000)
  expect(server.requestTimeout).toBe(10_000)
  expect(server.keepAliveTimeout).toBe(75_000)
  expect(server.maxRequestsPerSocket).toBe(10_000)
})

test('a header larger than 16 KiB is refused', async () => {
  const { app } = build()
  onTestFinished(() => app.close())
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`GET / HTTP/1.1\r\nhost: a\r\nx-large: ${'x'.repeat(17 * 1024)}\r\n\r\n`)

  expect(await text(socket)).toMatch(/^HTTP\/1\.1 431 /)
})

test('metrics count answers by route, never by path', async () => {
  const { app, ops } = build()
  app.get('/articles/:slug', async () => 'ok')
  await app.inject('/articles/one')
  await app.inject('/articles/two?q=1')
  await app.inject('/nowhere')

  const { body, headers } = await ops.inject('/metrics')

  expect(headers['content-type']).toContain('text/plain')
  const lines = body.split('\n')
  const countOf = (route: string) =>
    lines.find((line) => line.includes('seconds_count{') && line.includes(`route="${route}"`))
  expect(countOf('/articles/:slug')).toMatch(
    /^http_server_request_duration_seconds_count\{.*method="GET".*status="200".*\} 2$/,
  )
  expect(countOf('/articles/:slug')).toContain('process="test"')
  expect(countOf('unmatched')).toMatch(/status="404".*\} 1$/)
  expect(body).not.toContain('/articles/one')
  expect(body).not.toContain('/nowhere')
})

test('an answer of 500 and more writes one line to the log, others none', async () => {
  const stream = new PassThrough()
  const { app } = build({ log: { level: 'info', stream } })
  app.get('/fine', async () => 'ok')
  app.get('/down', async () => {
    throw new SiteError('unavailable', 'down')
  })
  await app.inject('/fine')
  await app.inject('/nowhere')
  await app.inject('/down')
  stream.end()

  const lines = (await text(stream)).trim().split('\n')
  const answered = lines
    .map((line) => JSON.parse(line))
    .filter(({ message }) => message === 'answered')
  expect(answered).toEqual([
    expect.objectContaining({
      time: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      level: 'warn',
      service: 'test',
      requestId: expect.any(String),
      method: 'GET',
      route: '/down',
      status: 503,
      seconds: expect.any(Number),
    }),
  ])
})
