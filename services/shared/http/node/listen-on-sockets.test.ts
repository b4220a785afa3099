import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { listenOnSockets } from './listen-on-sockets.ts'

const CLIENTS = 160

/** Connects and counts in shared memory, because the server's thread is blocked meanwhile. */
const CONNECTING = `
  const { connect } = require('node:net')
  const { workerData: { port, count, connected } } = require('node:worker_threads')
  for (let at = 0; at < count; at += 1) {
    connect({ host: '127.0.0.1', port }, () => {
      if (Atomics.add(connected, 0, 1) + 1 === count) Atomics.notify(connected, 0)
    }).on('error', () => {})
  }`

/** Turns of the event loop until all connections that were opened at once are accepted. */
async function turnsToLetIn(app: FastifyInstance): Promise<number> {
  const { port } = app.server.address() as AddressInfo
  let letIn = 0
  app.server.on('connection', () => {
    letIn += 1
  })
  const connected = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(CONNECTING, {
    eval: true,
    workerData: { port, count: CLIENTS, connected },
  })
  onTestFinished(async () => void (await worker.terminate()))
  await once(worker, 'online')
  const end = performance.now() + 20_000
  while (Atomics.load(connected, 0) < CLIENTS && performance.now() < end) {
    Atomics.wait(connected, 0, Atomics.load(connected, 0), 100)
  }
  const before = letIn
  let turns = 0
  while (letIn < CLIENTS && performance.now() < end) {
    turns += 1
    await nextTurn()
  }
  expect(letIn).toBe(CLIENTS)
  expect(before).toBeLessThan(CLIENTS / 4)
  return turns
}

test.runIf(process.platform === 'linux')(
  'accepts a burst of connections within few turns of the event loop',
  async () => {
    const wide = Fastify()
    await listenOnSockets(wide, { host: '127.0.0.1', port: 0 })
    onTestFinished(() => wide.close())
    const narrow = Fastify()
    await narrow.listen({ host: '127.0.0.1', port: 0 })
    onTestFinished(() => narrow.close())

    const [few, many] = [await turnsToLetIn(wide), await turnsToLetIn(narrow)]
    expect(many).toBeGreaterThan(3 * few)
  },
)

test('closes when every answer is sent, and accepts no connection after that', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  const { promise: go, resolve } = Promise.withResolvers<void>()
  let asked = 0
  app.get('/', async (_request, reply) => {
    asked += 1
    await go
    return reply.header('connection', 'close').send('answer')
  })
  await listenOnSockets(app, { host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const answers = Array.from({ length: 32 }, () => fetch(`http://127.0.0.1:${port}/`))
  while (asked < answers.length) await nextTurn()

  let closed = false
  const closing = app.close().then(() => {
    closed = true
  })
  const refused = once(connect({ host: '127.0.0.1', port }), 'connect')
  await expect(refused).rejects.toThrow('ECONNREFUSED')
  expect(closed).toBe(false)

  resolve()
  for (const answer of await Promise.all(answers)) expect(await answer.text()).toBe('answer')
  await closing
})
