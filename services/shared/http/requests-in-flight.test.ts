import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createService } from './create-service.ts'

/** A service with a route that answers when the test tells it to. */
async function listen() {
  const service = createService({ name: 'test', log: { level: 'silent' }, checks: {} })
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<string>()
  service.app.get('/slow', () => {
    asked.resolve()
    return answer.promise
  })
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    answer.resolve('late')
    await service.app.close()
  })
  const numberOf = async (name: string) =>
    Number(new RegExp(`^${name}\\{.*\\} (\\d+)$`, 'm').exec(await service.metrics.metrics())?.[1])
  return {
    url,
    asked: asked.promise,
    answer,
    inFlight: () => numberOf('finlore_http_requests_in_flight'),
    connections: () => numberOf('finlore_http_connections'),
  }
}

test('a request counts until its answer was sent', async () => {
  const { url, asked, answer, inFlight, connections } = await listen()
  expect(await connections()).toBe(0)

  const answered = fetch(`${url}/slow`).then((response) => response.text())
  await asked
  expect([await inFlight(), await connections()]).toEqual([1, 1])

  answer.resolve('done')
  expect(await answered).toBe('done')
  await expect.poll(inFlight).toBe(0)
})

test('a request whose client disconnected does not count any more', async () => {
  const { url, asked, inFlight, connections } = await listen()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n')
  await asked
  expect(await inFlight()).toBe(1)

  socket.destroy()
  await expect.poll(inFlight).toBe(0)
  await expect.poll(connections).toBe(0)
})
