import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/**
 * A server that refuses everything and repeats what it was told, as some do who mean well: the
 * address, every header, the body.
 *
 * @returns its address, and how often it was asked, until the test ends
 */
export async function startParrot(): Promise<{ url: string; asked(): number }> {
  let asked = 0
  const server = createServer(async (request, response) => {
    asked += 1
    const told = [request.url, ...request.rawHeaders, await text(request)].join(' ')
    response
      .writeHead(403, {
        'content-type': 'application/json',
        'x-told': encodeURI(told.slice(0, 900)),
      })
      .end(JSON.stringify({ message: told, code: 'invalid_api_key', error: { message: told } }))
  })
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
  }
}
