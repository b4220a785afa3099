import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Value } from 'typebox/value'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Problem } from '../contracts/problem.ts'
import { deadlineUnderWay } from '../deadline.ts'
import { createService, type ServiceOptions } from './create-service.ts'
import { TIME_LEFT_HEADER } from './enforce-deadlines.ts'

const never = () => new Promise<never>(() => {})

async function serve(options: Partial<ServiceOptions> = {}) {
  const { app } = createService({
    name: 'test',
    log: { level: 'silent' },
    checks: {},
    deadlineMs: 50,
    ...options,
  })
  onTestFinished(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  app.get('/hangs', never)
  app.put('/hangs', never)
  app.get('/left', async () => deadlineUnderWay()?.msLeft())
  app.get('/longer', { config: { deadlineMs: 60_000 } }, async () => deadlineUnderWay()?.msLeft())
  app.get('/slowly', async (_request, reply) => reply.send('x'.repeat(8 * 1024 * 1024)))
  return { app, url: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

describe('the deadline of a request', () => {
  const body = JSON.stringify({ a: 'body' })
  const withBody = { method: 'PUT', body, headers: { 'content-type': 'application/json' } }

  test.each([
    ['GET', { method: 'GET' }],
    ['PUT with a body', withBody],
  ])('answers one with %s with a problem that may be retried', async (_name, asked) => {
    const { url } = await serve()

    const answer = await fetch(`${url}/hangs`, asked)

    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(Value.Check(Problem, await answer.json())).toBe(true)
  })

  test('is that of the route, or of the service', async () => {
    const { url } = await serve()
    const leftAt = async (address: string) => Number(await (await fetch(url + address)).text())

    expect(await leftAt('/left')).toBeLessThanOrEqual(50)
    expect(await leftAt('/longer')).toBeGreaterThan(1_000)
  })

  test('is shortened by the deadline of a trusted client, and never extended', async () => {
    const leftOf = async (trustsClientDeadline: boolean, asked: string) => {
      const { url } = await serve({ trustsClientDeadline, deadlineMs: 30_000 })
      const answer = await fetch(`${url}/left`, { headers: { [TIME_LEFT_HEADER]: asked } })
      return Number(await answer.text())
    }

    expect(await leftOf(true, '9000')).toBeLessThanOrEqual(9_000)
    for (const [believed, asked] of [
      [false, '9000'],
      [true, '90000'],
      [true, 'soon'],
      [true, '-1'],
    ] as const) {
      const left = await leftOf(believed, asked)
      expect(left, asked).toBeGreaterThan(9_000)
      expect(left, asked).toBeLessThanOrEqual(30_000)
    }
  })

  test('does not include the time in which the client reads the answer', async () => {
    const { url } = await serve()
    const reader = request(`${url}/slowly`).end()
    const [answer] = await once(reader, 'response')
    await sleep(200)

    expect(answer.statusCode).toBe(200)
    expect((await text(answer)).length).toBe(8 * 1024 * 1024)
  })
})
