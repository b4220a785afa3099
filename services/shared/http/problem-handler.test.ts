import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { Problem } from '../contracts/problem.ts'
import { type ErrorCode, notFound, SiteError } from '../errors.ts'
import { createService, type ServiceOptions } from './create-service.ts'

const build = (options: Partial<ServiceOptions> = {}) =>
  createService({ name: 'test', log: { level: 'silent' }, checks: {}, ...options })

describe('failures', () => {
  const STATUS: Record<ErrorCode, number> = {
    'not-found': 404,
    gone: 410,
    unauthorized: 401,
    forbidden: 403,
    'invalid-input': 400,
    conflict: 409,
    'precondition-required': 428,
    'precondition-failed': 412,
    'too-many-requests': 429,
    unavailable: 503,
    overloaded: 503,
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
      help: `docs/errors.md#${code}`,
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

  test('an unexpected error is a 500 without details, which are in the log', async () => {
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
      help: 'docs/errors.md#internal',
      requestId: answer.headers['x-request-id'],
    })
    expect(log).toContain('hunter2')
    expect(log).toContain(String(answer.headers['x-request-id']))
    expect(JSON.parse(log.split('\n')[0] ?? '')).toMatchObject({ service: 'test' })
  })

  test('a request that violates its schema gets every wrong field', async () => {
    const { app } = build()
    const body = Type.Object({ count: Type.Integer({ minimum: 1 }), name: Type.String() })
    app.post('/', { schema: { body } }, async () => 'ok')

    const answer = await app.inject({ method: 'POST', url: '/', payload: { count: 0 } })

    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'invalid-input',
      detail: 'The body is invalid',
      reasons: [{ field: 'name', message: expect.stringContaining('required') }],
    })
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

  test('invalid JSON, unknown media types and too large bodies are refused with a problem', async () => {
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

  test('a service accepts bodies of 16 KiB by default', async () => {
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
