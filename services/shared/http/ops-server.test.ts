import { Registry } from 'prom-client'
import { describe, expect, test, vi } from 'vitest'
import { createService } from './create-service.ts'
import { createOpsServer, type ReadinessChecks } from './ops-server.ts'

const build = (checks: ReadinessChecks = {}, isDraining = () => false) =>
  createOpsServer({ metrics: new Registry(), checks, isDraining })

describe('readiness', () => {
  test('answers 200 when every check passes', async () => {
    const ops = build({ one: () => {}, two: async () => {} })

    const answer = await ops.inject('/readyz')

    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ status: 'ok', reasons: {} })
  })

  test('fails with the reason of every check that does not pass', async () => {
    const ops = build({
      fine: () => {},
      thrown: () => {
        throw new Error('titles are being loaded')
      },
      rejected: () => Promise.reject(new Error('no connection')),
      odd: () => Promise.reject('just text'),
    })

    const answer = await ops.inject('/readyz')

    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({
      status: 'not ready',
      reasons: {
        thrown: 'titles are being loaded',
        rejected: 'no connection',
        odd: 'just text',
      },
    })
  })

  test('does not wait for a check that hangs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const hanging = Promise.withResolvers<void>()
      const ops = build({ database: () => hanging.promise, fine: () => {} })
      const asking = ops.inject('/readyz').then((answer) => answer)
      // `vi.waitUntil` would advance the clock by itself.
      while (vi.getTimerCount() === 0) await new Promise(setImmediate)
      const answered = vi.fn()
      void asking.then(answered)
      await vi.advanceTimersByTimeAsync(1_999)
      expect(answered).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)

      const answer = await asking
      expect(answer.statusCode).toBe(503)
      expect(answer.json().reasons).toEqual({ database: 'no answer within 2000 ms' })
    } finally {
      vi.useRealTimers()
    }
  })

  test('fails while draining, without running checks, and liveness does not', async () => {
    const check = vi.fn()
    const { ops, startDraining } = createService({
      name: 'test',
      log: { level: 'silent' },
      checks: { check },
    })
    expect((await ops.inject('/readyz')).statusCode).toBe(200)

    startDraining()
    const [ready, live] = await Promise.all([ops.inject('/readyz'), ops.inject('/livez')])

    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toEqual({ status: 'draining', reasons: {} })
    expect(live.statusCode).toBe(200)
    expect(check).toHaveBeenCalledTimes(1)
  })
})

test('liveness runs no checks', async () => {
  const ops = build({ broken: () => Promise.reject(new Error('down')) })

  const answer = await ops.inject('/livez')

  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ status: 'ok' })
})

test('the operators’ port has no other routes, and accepts no bodies', async () => {
  const ops = build()

  expect((await ops.inject('/')).statusCode).toBe(404)
  expect((await ops.inject({ url: '/livez', method: 'POST' })).statusCode).toBe(404)
})
