import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** The body as received, not decompressed. */
  bytes: Buffer
  text: string
}

/**
 * Sends one request unchanged: the address is not normalized, redirects are not followed and
 * bodies are not decompressed.
 */
export async function rawRequest(
  base: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(base)
  const sent = request({
    hostname,
    port,
    path,
    method,
    headers,
    agent: false,
    timeout: 15_000,
  })
  sent.on('timeout', () => sent.destroy(new Error(`${method} ${path} was not answered`)))
  sent.end()
  const [response]: IncomingMessage[] = await once(sent, 'response')
  if (!response) throw new Error(`${method} ${path} was not answered`)
  const bytes = await buffer(response)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    bytes,
    text: bytes.toString(),
  }
}
