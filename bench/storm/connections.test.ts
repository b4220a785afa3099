import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type Asking, createConnections } from './connections.ts'

const ANSWER_MS = 100
const REQUEST = 'GET / HTTP/1.1\r\nHost: finlore.example\r\n\r\n'

const server = createServer((request, response) => {
  if (request.url === '/') response.end('well')
})
afterEach(() => server.close())

async function open() {
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const { port } = server.address() as AddressInfo
  const { ask } = createConnections({
    hostname: '127.0.0.1',
    port,
    nextSource: () => '127.0.0.1',
    answerMs: ANSWER_MS,
  })
  return (request: string) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const asking: Asking = {
      onAnswer: ({ status }) => resolve(`status ${status}`),
      onRepeat: () => resolve('repeated'),
      onFailure: resolve,
    }
    ask(request, asking)
    return promise
  }
}

test('a request at the time when an idle connection closes gets a new one', async () => {
  const ask = await open()
  expect(await ask(REQUEST)).toBe('status 200')
  const [later, next] = [ANSWER_MS + 5, Promise.withResolvers<string>()]
  setTimeout(() => void ask(REQUEST).then(next.resolve), later)
  await sleep(ANSWER_MS / 2)
  // Both timers are due now, and run one after the other: that of the connection, then this request.
  const until = performance.now() + ANSWER_MS
  while (performance.now() < until);

  expect(await next.promise).toBe('status 200')
})

test('a request that is not answered times out', async () => {
  const ask = await open()

  expect(await ask(REQUEST.replace('/', '/never'))).toBe('no answer in time')
  server.closeAllConnections()
})
