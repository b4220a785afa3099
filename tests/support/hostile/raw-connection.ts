import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface WireAnswer {
  status: number
  headers: Record<string, string>
  text: string
}

/** A connection on which a test can send any bytes at all, and read whatever comes. */
export interface RawConnection {
  socket: Socket
  /** All answers received so far, in order. */
  answers(): WireAnswer[]
  /** Resolves when it is closed, by either side and for any reason. */
  closed: Promise<void>
}

/** @param reads whether what is sent to it is taken; a client that takes nothing is a hostile one */
export async function openRaw(
  base: string,
  bytes: string,
  { reads = true } = {},
): Promise<RawConnection> {
  const { hostname, port } = new URL(base)
  const socket = connect({ host: hostname, port: Number(port) })
  const received: Buffer[] = []
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  if (reads) socket.on('data', (chunk) => received.push(chunk))
  socket.write(bytes)
  return { socket, closed, answers: () => parseAnswers(Buffer.concat(received)) }
}

/** @throws {Error} when what was received begins with something else than an answer */
function parseAnswers(received: Buffer): WireAnswer[] {
  const answers: WireAnswer[] = []
  for (let at = 0; at < received.length; ) {
    const end = received.indexOf('\r\n\r\n', at)
    if (end === -1) break
    const [line = '', ...lines] = received.subarray(at, end).toString('latin1').split('\r\n')
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(line) ?? []
    if (!status) throw new Error(`This is no answer: ${line}`)
    const headers = Object.fromEntries(
      lines.map((field) => {
        const colon = field.indexOf(':')
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
      }),
    )
    const body = end + 4
    const { 'content-length': length = Number(status) < 200 ? 0 : received.length } = headers
    at = Math.min(body + Number(length), received.length)
    // An interim answer is followed by the final one.
    if (Number(status) < 200) continue
    answers.push({
      status: Number(status),
      headers,
      text: received.subarray(body, at).toString(),
    })
  }
  return answers
}
