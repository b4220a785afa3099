import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A call to an IndexNow endpoint. */
export interface IndexNowCall {
  method: string | undefined
  contentType: string | undefined
  body: { host: string; key: string; keyLocation: string; urlList: string[] }
}

export interface IndexNowServer {
  url: string
  calls: IndexNowCall[]
  /** The status of each answer from now on. */
  status: number
  headers: Record<string, string>
  /** Awaited before each answer. */
  onCall: (call: IndexNowCall) => Promise<unknown> | unknown
  /** The addresses of all calls. */
  told(): string[]
  close(): Promise<void>
}

/** An endpoint of IndexNow, which answers as the test tells it to. */
export async function startIndexNowServer(): Promise<IndexNowServer> {
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as IndexNowCall['body']
    const call = { method: request.method, contentType: request.headers['content-type'], body }
    await endpoint.onCall(call)
    endpoint.calls.push(call)
    response.writeHead(endpoint.status, endpoint.headers).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint: IndexNowServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/indexnow`,
    calls: [],
    status: 202,
    headers: {},
    onCall: () => {},
    told: () => endpoint.calls.flatMap(({ body }) => body.urlList),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return endpoint
}
