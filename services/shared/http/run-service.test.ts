import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { createService } from './create-service.ts'
import { closeService } from './run-service.ts'

const build = () => createService({ name: 'test', log: { level: 'silent' }, checks: {} })

/** Sends requests on connections of their own, and reports the first line of each answer. */
const REQUESTS_AT_ONCE = `
  const { connect } = require('node:net')
  const { parentPort, workerData } = require('node:worker_threads')
  const { port, count, sent } = workerData
  const ask = () => new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n', () => {
        Atomics.add(sent, 0, 1)
        Atomics.notify(sent, 0)
      }),
    )
    socket.on('error', (error) => resolve(error.code))
    socket.once('data', (data) => resolve(data.toString().split('\\r\\n')[0]))
  })
  Promise.all(Array.from({ length: count }, ask)).then((lines) => parentPort.postMessage(lines))
`

describe('closeService', () => {
  test('finishes answers in flight, and accepts no more requests', async () => {
    const service = build()
    const [arrived, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    service.app.get('/', async () => {
      arrived.resolve()
      await mayAnswer.promise
      return 'finished'
    })
    const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const asking = fetch(url)
    await arrived.promise

    const closing = closeService(service, 5_000)
    mayAnswer.resolve()

    expect(await (await asking).text()).toBe('finished')
    await closing
    await expect(fetch(url)).rejects.toThrow()
  })

  test('answers the requests of connections that are not accepted yet', async () => {
    const service = build()
    service.app.get('/', async () => 'answered')
    const url = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }))
    const sent = new Int32Array(new SharedArrayBuffer(4))
    const clients = new Worker(REQUESTS_AT_ONCE, {
      eval: true,
      workerData: { port: Number(url.port), count: 12, sent },
    })
    const answers = once(clients, 'message')
    await once(clients, 'online')
    // Nothing is accepted while this thread waits.
    for (let seen = 0; seen < 12; seen = Atomics.load(sent, 0)) {
      expect(Atomics.wait(sent, 0, seen, 10_000)).not.toBe('timed-out')
    }
    await closeService(service, 5_000)

    expect(await answers).toEqual([Array.from({ length: 12 }, () => 'HTTP/1.1 200 OK')])
  })

  test('aborts an answer that takes too long', async () => {
    const service = build()
    const arrived = Promise.withResolvers<void>()
    service.app.get('/', async () => {
      arrived.resolve()
      await Promise.withResolvers<never>().promise
    })
    const asking = fetch(await service.app.listen({ host: '127.0.0.1', port: 0 }))
    const cutOff = expect(asking).rejects.toThrow()
    await arrived.promise

    const started = performance.now()
    await closeService(service, 50)

    await cutOff
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
