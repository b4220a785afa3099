import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pageDataPath } from '../../services/render/documents/page-path.ts'
import {
  bodyHeaders,
  bytesOf,
  keepingHeaders,
} from '../../services/render/server/answers/bodies/served-body.ts'
import { openStore } from '../../services/render/store/open-store.ts'
import type { Encoding, StoredBody } from '../../services/render/store/stored-entry.ts'
import { securityHeaders } from '../../services/shared/http/security-headers.ts'
import { BENCH_SITE_URL } from './bench-site.ts'

/**
 * The minimum that a Node server can do: an address, a map, prepared headers and bytes. It does not
 * even read the request's headers; each kind of answer has a port of its own.
 * Prints its ports as a line of JSON.
 */

interface Answer {
  status: number
  headers: string[]
  bytes?: Buffer
}

const [, , folder = '', build = ''] = process.argv
const store = openStore(`file:${folder}`).pages(build)
const kinds = {
  identity: new Map<string, Answer>(),
  gzip: new Map<string, Answer>(),
  'identity 304': new Map<string, Answer>(),
  'gzip 304': new Map<string, Answer>(),
}
const common = [
  'x-request-id',
  '8d6ae7a0-9a4f-4d4c-8a43-6f3b9a1c6d0e',
  ...Object.entries(securityHeaders(BENCH_SITE_URL)).flat(),
]

for await (const { path } of store.list()) {
  const bodies = (await store.read(path))?.entry.bodies ?? {}
  if (bodies.html) addAnswers(path, bodies.html)
  if (bodies.data) addAnswers(pageDataPath(path), bodies.data)
}

function addAnswers(address: string, body: StoredBody): void {
  for (const form of ['identity', 'gzip'] satisfies Encoding[]) {
    const bytes = bytesOf(body, form)
    const length = ['content-length', String(bytes.length)]
    kinds[form].set(address, {
      status: 200,
      headers: [...bodyHeaders(body, form, 'revalidate'), ...common, ...length],
      bytes,
    })
    kinds[`${form} 304`].set(address, {
      status: 304,
      headers: [...keepingHeaders(body, form, 'revalidate'), ...common],
    })
  }
}

const ports: Record<string, number> = {}
for (const [kind, answers] of Object.entries(kinds)) {
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '')
    if (!answer) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(answer.status, answer.headers)
    response.end(answer.bytes)
  })
  server.keepAliveTimeout = 75_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The address of a TCP server that listens is never a string or null.
  ports[kind] = (server.address() as AddressInfo).port
}
process.stdout.write(`${JSON.stringify({ ports })}\n`)
