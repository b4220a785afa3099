import { randomUUID } from 'node:crypto'
import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Duplex } from 'node:stream'
import type { Problem } from '../contracts/problem.ts'
import { afterPendingAnswers, answerInOrder } from './node/pipelined-requests.ts'
import { helpOn } from './problems.ts'
import { ALLOWED } from './read-only.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'
import type { Headers } from './security-headers.ts'

interface Refusal {
  status: number
  detail: string
  more?: Headers
}

/** By the code of Node's error; any other code means a request that cannot be parsed. */
const BY_ERROR: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not end in time' },
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers of the request are too long' },
}
const UNREADABLE: Refusal = { status: 400, detail: 'This is not an HTTP request' }
const EXPECTATION: Refusal = { status: 417, detail: 'No expectation but 100-continue is met' }
const NO_HOST: Refusal = { status: 400, detail: 'The request names no host' }
const MANY_HOSTS: Refusal = { status: 400, detail: 'The request names more than one host' }
const NO_TUNNEL: Refusal = {
  status: 405,
  detail: 'This server is not a proxy',
  more: { allow: ALLOWED },
}

/**
 * Answers malformed requests, with the headers of all other answers. Node would answer them with an
 * empty body, or accept them.
 *
 * @returns the listener for requests, which passes valid ones to `answer`
 */
export function refuseMalformed(
  server: Server,
  headers: Headers,
  answer: RequestListener,
): RequestListener {
  const refused = new WeakSet<Duplex>()
  function endWith(refusal: Refusal, socket: Duplex): void {
    // After a parse error, the rest of the connection cannot be parsed either.
    if (refused.has(socket)) return
    refused.add(socket)
    afterPendingAnswers(socket, () => {
      if (socket.writable) socket.end(bytesOf(refusal, headers), () => socket.destroy())
    })
  }

  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    endWith(BY_ERROR[error.code ?? ''] ?? UNREADABLE, socket)
  })
  server.on('connect', (_request, socket) => {
    // From now on this is the only listener to errors of this socket.
    socket.on('error', () => socket.destroy())
    endWith(NO_TUNNEL, socket)
  })
  server.on(
    'checkExpectation',
    answerInOrder((_request, response) => refuse(EXPECTATION, headers, response)),
  )
  return (request, response) => {
    const hosts = countHosts(request)
    if (hosts === 1 || (hosts === 0 && request.httpVersion === '1.0')) answer(request, response)
    else refuse(hosts === 0 ? NO_HOST : MANY_HOSTS, headers, response)
  }
}

/** Node keeps the first of several, but a proxy in front of us may have used the last. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

function refuse({ status, ...refusal }: Refusal, headers: Headers, response: ServerResponse): void {
  const { fields, body } = refusalOf(refusal, headers)
  response.writeHead(status, fields).end(body)
}

function bytesOf({ status, ...refusal }: Refusal, headers: Headers): string {
  const { fields, body } = refusalOf(refusal, headers)
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}

function refusalOf({ detail, more }: Omit<Refusal, 'status'>, headers: Headers) {
  const requestId = randomUUID()
  const body = JSON.stringify({
    code: 'refused',
    detail,
    help: helpOn('refused'),
    requestId,
  } satisfies Problem)
  const fields = {
    ...headers,
    ...more,
    [REQUEST_ID_HEADER]: requestId,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return { fields, body }
}
