import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openSocket } from './open-socket.ts'

test('writes of one turn of the event loop are sent at its end, in order', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  const socket = openSocket()
  // The address of a TCP server that listens is never a string or null.
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const [peer] = await accepted
  const received = text(peer)

  for (const statement of ['one ', 'two ']) {
    socket.cork()
    socket.write(statement)
    socket.uncork()
  }
  socket.write('three')

  expect(socket.writableLength).toBe('one two three'.length)
  await nextTurn()
  expect([socket.writableCorked, socket.writableLength]).toEqual([0, 0])
  socket.end()
  expect(await received).toBe('one two three')
  server.close()
})
