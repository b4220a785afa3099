import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Problem } from '../contracts/problem.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'
import type { Headers } from './security-headers.ts'

/** By the code of Node's error; whatever has none here is a request that nobody can read. */
const REFUSALS: Readonly<Record<string, { status: number; detail: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not come to its end in time' },
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers of the request are too long' },
}
const UNREADABLE = { status: 400, detail: 'This is no HTTP request' }
const EXPECTATION = { status: 417, detail: 'Nothing but 100-continue can be expected' }

/** Answers what Node gives up on before it is a request, with the headers of all other answers. */
export function createClientErrorHandler(headers: Headers) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) {
      const { status, detail } = REFUSALS[error.code ?? ''] ?? UNREADABLE
      const { fields, body } = refusal(detail, headers)
      const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
      const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, 'connection: close']
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    }
    socket.destroy(error)
  }
}

/** The same for an expectation that nobody can meet, which Node would refuse without a word. */
export function refuseExpectations(server: Server, headers: Headers): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, detail } = EXPECTATION
    const { fields, body } = refusal(detail, headers)
    response.writeHead(status, { ...fields, connection: 'close' }).end(body)
  })
}

function refusal(detail: string, headers: Headers) {
  const requestId = randomUUID()
  const body = JSON.stringify({ code: 'refused', detail, requestId } satisfies Problem)
  const fields = {
    ...headers,
    [REQUEST_ID_HEADER]: requestId,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  }
  return { fields, body }
}
