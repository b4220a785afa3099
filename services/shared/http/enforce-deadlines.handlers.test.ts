import { once } from 'node:events'
import { request } from 'node:http'
import Fastify from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { enforceDeadlines } from './enforce-deadlines.ts'

describe('closing a service', () => {
  test('waits for the handler of a reader who has gone', async () => {
    const app = Fastify()
    const begun = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<string>()
    const order: string[] = []
    enforceDeadlines(app, 10_000, false)
    app.register(async (inner) => {
      inner.get('/slow', async () => {
        begun.resolve()
        const text = await answer.promise
        order.push('handler')
        return text
      })
    })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const reader = request(`${url}/slow`).end()
    reader.on('error', () => {})
    await begun.promise
    const serverClosed = once(app.server, 'close')
    reader.destroy()

    const closing = app.close().then(() => order.push('closed'))
    await serverClosed
    answer.resolve('for nobody')
    await closing

    expect(order).toEqual(['handler', 'closed'])
  })

  test('does not wait for handlers that have ended or failed', async () => {
    const app = Fastify()
    onTestFinished(() => app.close())
    enforceDeadlines(app, 10_000, false)
    app.get('/fails', async () => Promise.reject(new Error('broken')))
    app.get('/at-once', (_request, reply) => void reply.send('now'))

    expect((await app.inject('/fails')).statusCode).toBe(500)
    expect((await app.inject('/at-once')).body).toBe('now')
    await app.close()
  })
})
