import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Problem } from '../contracts/problem.ts'
import { type ErrorCode, notFound, SiteError } from '../errors.ts'
import { createService, type ServiceOptions } from './create-service.ts'

const build = (options: Partial<ServiceOptions> = {}) =>
  createService({ name: 'test', log: { level: 'silent' }, checks: {}, ...options })

describe('request ids', () => {
  test.each(['12345678', 'a.b:c-d_e', 'x'.repeat(64)])('%s is taken over', async (id) => {
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

describe('failures', () => {
  const STATUS: Record<ErrorCode, number> = {
    'not-found': 404,
    unauthorized: 401,
    'invalid-input': 400,
    conflict: 409,
    'precondition-failed': 412,
    unavailable: 503,
  }

  test.each(Object.entries(STATUS))('%s is a problem with status %i', async (code, status) => {
    const { app } = build()
    const [known] = Object.keys(STATUS).filter((name): name is ErrorCode => name === code)
    app.get('/', async () => {
      throw new SiteError(known ?? 'conflict', 'It went wrong', {
        reasons: [{ field: '/a', message: 'is missing' }],
      })
    })

    const answer = await app.inject('/')

    expect(answer.statusCode).toBe(status)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['retry-after']).toBe(status === 503 ? '2' : undefined)
    expect(Value.Check(Problem, answer.json())).toBe(true)
    expect(answer.json()).toEqual({
      code,
      detail: 'It went wrong',
      reasons: [{ field: '/a', message: 'is missing' }],
      requestId: answer.headers['x-request-id'],
    })
  })

  test('a problem without reasons has no list of them', async () => {
    const { app } = build()
    app.get('/', async () => {
      throw notFound('Article "a"')
    })

    expect((await app.inject('/')).json()).not.toHaveProperty('reasons')
  })

  test('a bug is a 500 that says nothing to the client and everything to the log', async () => {
    const stream = new PassThrough()
    const { app } = build({ log: { level: 'warn', stream } })
    app.get('/', async () => {
      throw new TypeError('password is hunter2')
    })

    const answer = await app.inject('/')
    stream.end()
    const log = await text(stream)

    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      code: 'internal',
      detail: 'Something failed on our side',
      requestId: answer.headers['x-request-id'],
    })
    expect(log).toContain('hunter2')
    expect(log).toContain(String(answer.headers['x-request-id']))
    expect(JSON.parse(log.split('\n')[0] ?? '')).toMatchObject({ service: 'test' })
  })

  test('a request that breaks its schema hears every field that is wrong', async () => {
    const { app } = build()
    const body = Type.Object({ count: Type.Integer({ minimum: 1 }), name: Type.String() })
    app.post('/', { schema: { body } }, async () => 'ok')

    const answer = await app.inject({ method: 'POST', url: '/', payload: { count: 0 } })

    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'invalid-input',
      detail: 'The body is not as it should be',
      reasons: [{ field: 'name', message: expect.stringContaining('required') }],
    })
  })

  test('a handler that takes too long is answered with 503', async () => {
    const { app } = build({ handlerTimeoutMs: 30 })
    app.get('/', async (request) => {
      await sleep(10_000, undefined, { signal: request.signal })
    })

    const answer = await app.inject('/')

    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
    expect(Value.Check(Problem, answer.json())).toBe(true)
  })

  test.each([
    '/nowhere',
    '/nowhere?secret=1',
    '/livez',
    '/readyz',
    '/metrics',
    '/%E0%A4%A',
    '/%FF?q=%FF',
    '/100%',
    `/things/${'x'.repeat(3_000)}/more`,
  ])('%s does not exist', async (url) => {
    const { app } = build()
    app.get('/things/:thing', async () => 'a thing')

    const answer = await app.inject(url)

    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not-found', requestId: expect.any(String) })
    expect(answer.json().detail).not.toContain('secret')
    expect(answer.headers['x-request-id']).toBe(answer.json().requestId)
  })

  test('what is no JSON, of no known type or too large is refused as a problem', async () => {
    const { app } = build({ bodyLimit: 100 })
    app.post('/', async () => 'ok')
    const send = (type: string, payload: string) =>
      app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload })

    const answers = await Promise.all([
      send('application/json', '{'),
      send('text/csv', 'a,b'),
      send('application/json', JSON.stringify('x'.repeat(100))),
      send('application/json', JSON.stringify('x'.repeat(90))),
    ])

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 415, 413, 200])
    for (const answer of answers.slice(0, 3)) {
      expect(answer.json()).toMatchObject({ code: 'refused', requestId: expect.any(String) })
    }
  })

  test('a service that was told nothing else takes bodies of 16 KiB', async () => {
    const { app } = build()
    app.post('/', async () => 'ok')
    const send = (length: number) =>
      app.inject({
        method: 'POST',
        url: '/',
        payload: JSON.stringify('x'.repeat(length)),
        headers: { 'content-type': 'application/json' },
      })

    expect((await send(16 * 1024 - 2)).statusCode).toBe(200)
    expect((await send(16 * 1024 - 1)).statusCode).toBe(413)
  })
})

test('a broken escape is an address like any other to routes that take everything', async () => {
  const { app } = build()
  app.get('/*', async (request) => request.url)

  expect((await app.inject('/100%?q=100%')).body).toBe('/100%25?q=100%')
  expect((await app.inject('/caf%C3%A9%20?q=1')).body).toBe('/caf%C3%A9%20?q=1')
})

test('header that never ends is cut off by a bound, and so is a body', async () => {
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

test('metrics count answers by the template of their route, never by path', async () => {
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
  expect(countOf('/articles/:slug')).toContain('service="test"')
  expect(countOf('unmatched')).toMatch(/status="404".*\} 1$/)
  expect(body).not.toContain('/articles/one')
  expect(body).not.toContain('/nowhere')
})

test('an answer of 500 and more leaves one line in the log, others none', async () => {
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
  const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
  expect(answered).toEqual([
    expect.objectContaining({
      method: 'GET',
      route: '/down',
      status: 503,
      reqId: expect.any(String),
    }),
  ])
})
