import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { RawAnswer } from './raw-request.ts'

/** Sends bytes that need not be an HTTP request, and reads the one answer that ends the connection. */
export async function sendBytes(base: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(base)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.setTimeout(15_000, () => socket.destroy(new Error('There was no answer')))
  await once(socket, 'connect')
  socket.write(bytes)
  const answer = await buffer(socket)
  const end = answer.indexOf('\r\n\r\n')
  const [line = '', ...lines] = answer.subarray(0, end).toString('latin1').split('\r\n')
  const body = answer.subarray(end + 4)
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(
      lines.map((field) => {
        const colon = field.indexOf(':')
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
      }),
    ),
    bytes: body,
    text: body.toString(),
  }
}
