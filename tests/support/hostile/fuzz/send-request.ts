import { connect } from 'node:net'

export interface WireRequest {
  method: string
  /** As it is sent, without line breaks. */
  target: string
  headers: readonly (readonly [string, string])[]
  body: string | undefined
}

export interface FuzzAnswer {
  /** 0 where the connection ended without an answer. */
  status: number
  headers: ReadonlyMap<string, string>
  text: string
  ms: number
}

const PATIENCE_MS = 20_000

/** Sends a request unchanged, over a connection of its own, and reads the whole answer. */
export function sendRequest(base: string, request: WireRequest): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(base)
  const { method, target, headers, body } = request
  const lines = [
    `${method} ${target.replace(/[\r\n ]/g, '')} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    'connection: close',
    ...headers.map(([name, value]) => `${name}: ${value.replace(/[\r\n\0]/g, '')}`),
    ...(body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
  ]
  const started = performance.now()
  const { promise, resolve } = Promise.withResolvers<FuzzAnswer>()
  const chunks: Buffer[] = []
  const socket = connect({ host: hostname, port: Number(port) })
  socket.setTimeout(PATIENCE_MS, () => socket.destroy())
  socket.on('data', (chunk) => chunks.push(chunk))
  // A server that refuses a body need not read all of it.
  socket.on('error', () => {})
  socket.on('close', () =>
    resolve({ ...readAnswer(Buffer.concat(chunks)), ms: performance.now() - started }),
  )
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
  return promise
}

function readAnswer(bytes: Buffer): Omit<FuzzAnswer, 'ms'> {
  const end = bytes.indexOf('\r\n\r\n')
  const [line = '', ...fields] = bytes
    .subarray(0, Math.max(0, end))
    .toString('latin1')
    .split('\r\n')
  return {
    status: Number(line.split(' ')[1] ?? 0),
    headers: new Map(
      fields.map((field) => {
        const colon = field.indexOf(':')
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
      }),
    ),
    text: bytes.subarray(end + 4).toString(),
  }
}
