import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openRaw } from '../../../tests/support/hostile/raw-connection.ts'
import { boundConnections, type ConnectionBounds, connectionsOf } from './bound-connections.ts'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const WAIT = { timeout: 10_000, interval: 5 }

/** A server that answers when the test says so. */
async function serve(bounds: Partial<ConnectionBounds>) {
  const connections = boundConnections({ maxConnections: 3, maxUnreadBytes: 1e9, ...bounds })
  const waiting: ServerResponse[] = []
  const server = createServer((_request, response) => void waiting.push(response))
  connections.countThoseOf(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  /** Opens a connection, and waits until the server has what was sent. */
  async function open(bytes: string, options?: { reads: boolean }) {
    const accepted = once(server, 'connection')
    const asked = bytes === '' ? undefined : once(server, 'request')
    const connection = await openRaw(url, bytes, options)
    onTestFinished(() => void connection.socket.destroy())
    await accepted
    await asked
    let isOpen = true
    connection.closed.then(() => {
      isOpen = false
    })
    return { ...connection, isOpen: () => isOpen }
  }
  return { connections, waiting, open }
}

test('four fifths of the file descriptors are for connections', () => {
  expect([5, 9, 1_024, Number.POSITIVE_INFINITY].map(connectionsOf)).toEqual([
    ...[4, 7, 819, Number.POSITIVE_INFINITY],
  ])
})

test('one connection too many closes the one that is idle the longest, never one with a request [F46]', async () => {
  const { waiting, open } = await serve({ maxConnections: 3 })
  const asking = await open(GET)
  const idle = await open('')
  const idleLater = await open('')
  expect([asking, idle, idleLater].map(({ isOpen }) => isOpen())).toEqual([true, true, true])

  const fourth = await open('')
  await idle.closed
  expect([asking, idleLater, fourth].map(({ isOpen }) => isOpen())).toEqual([true, true, true])

  waiting[0]?.end('answer')
  await vi.waitFor(() => expect(asking.answers()[0]?.text).toBe('answer'), WAIT)
})

test('a connection that has been used lately is closed after those that have not', async () => {
  const { waiting, open } = await serve({ maxConnections: 2 })
  const used = await open('')
  const unused = await open('')
  used.socket.write(GET)
  await vi.waitFor(() => expect(waiting).toHaveLength(1), WAIT)
  waiting[0]?.end()
  await vi.waitFor(() => expect(used.answers()).toHaveLength(1), WAIT)

  await open('')
  await unused.closed
  expect(used.isOpen()).toBe(true)
})

test('while all have requests, the least recently used one is closed', async () => {
  const { open } = await serve({ maxConnections: 2 })
  const oldest = await open(GET)
  const second = await open(GET)
  const third = await open('')
  await oldest.closed
  expect([second.isOpen(), third.isOpen()]).toEqual([true, true])
})

test('connections with the longest unread answers are closed, as few as necessary [T9]', async () => {
  const bytes = 32 * 1024 * 1024
  const { connections, waiting, open } = await serve({ maxUnreadBytes: 1.5 * bytes })
  await open(GET, { reads: false })
  await open(GET, { reads: false })
  const [first, second] = waiting
  for (const response of waiting) response.end(Buffer.alloc(bytes))
  expect(first?.destroyed).toBe(false)

  connections.checkUnread()
  connections.checkUnread()
  expect([first?.socket?.destroyed ?? true, second?.socket?.destroyed]).toEqual([true, false])
})
