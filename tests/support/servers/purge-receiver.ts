import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A call to the API of a delivery network. */
export interface PurgeCall {
  method: string | undefined
  path: string | undefined
  headers: NodeJS.Dict<string | string[]>
  body: unknown
}

export interface PurgeReceiver {
  url: string
  calls: PurgeCall[]
  /** Of each answer from now on. */
  status: number
  headers: Record<string, string>
  close(): Promise<void>
}

/** What a worker calls in place of a delivery network. It keeps the calls that it has accepted. */
export async function startPurgeReceiver(): Promise<PurgeReceiver> {
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    const body = await text(request)
    if (receiver.status < 300) {
      receiver.calls.push({ method, path: url, headers, body: body && JSON.parse(body) })
    }
    response.writeHead(receiver.status, receiver.headers).end('{"status":"ok"}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: PurgeReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    status: 200,
    headers: {},
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
