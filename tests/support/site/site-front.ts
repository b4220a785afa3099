import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { rawRequest } from '../hostile/raw-request.ts'
import { freePort } from './run-site.ts'

const HOST = '127.0.0.1'

interface MadeUpAnswer {
  status?: number
  type: string
  text: string
}

/** A proxy in front of a running site that a test can make behave as any network would. */
export interface SiteFront {
  url: string
  /** Address of the site behind it. */
  site: string
  /** `cut` breaks every connection, `silent` lets every request wait. */
  mode: 'open' | 'cut' | 'silent'
  /** Answers that replace the site's, by path. */
  answers: Map<string, MadeUpAnswer>
  /** Replacements in every text that the site answers. */
  replaced: Map<string, string>
  /** Awaited before an answer of the site is passed on. */
  onAnswer: (path: string, method: string) => Promise<unknown> | unknown
  /** Requested paths, in order. */
  asked: string[]
  /** Counts the answers of the site with this status to requests for this path. */
  answered(path: string, status: number): number
  close(): Promise<void>
}

export async function createSiteFront(siteUrl: string): Promise<SiteFront> {
  const statuses: string[] = []
  const server = createServer((request, response) => {
    const { url = '/', method = 'GET', headers } = request
    const [path = ''] = url.split('?', 1)
    front.asked.push(path)
    if (front.mode === 'cut') return void request.socket.destroy()
    if (front.mode === 'silent') return
    const answer = front.answers.get(path)
    if (answer) {
      response.writeHead(answer.status ?? 200, { 'content-type': answer.type }).end(answer.text)
      return
    }
    passOn(method, url, headers, response).catch(() => request.socket.destroy())
  })

  async function passOn(
    method: string,
    url: string,
    { connection: _, 'accept-encoding': encoding, ...headers }: IncomingHttpHeaders,
    response: ServerResponse,
  ) {
    const asked = Object.entries(headers).map(([name, value]) => [name, String(value)])
    // Replacing text needs the complete, uncompressed body, so 304 is avoided.
    const { 'if-none-match': _match, ...plain } = Object.fromEntries(asked)
    const options =
      front.replaced.size > 0
        ? { method, headers: plain }
        : { method, headers: { ...Object.fromEntries(asked), 'accept-encoding': String(encoding) } }
    const answer = await rawRequest(front.site, url, options)
    statuses.push(`${url} ${answer.status}`)
    await front.onAnswer(url, method)
    let { bytes } = answer
    if (/text|json/.test(answer.headers['content-type'] ?? '')) {
      for (const [from, to] of front.replaced) {
        bytes = Buffer.from(bytes.toString().replaceAll(from, to))
      }
    }
    const { 'content-length': _length, connection: _connection, ...kept } = answer.headers
    response.writeHead(answer.status, kept).end(method === 'HEAD' ? undefined : bytes)
  }

  const port = await freePort()
  server.listen({ host: HOST, port })
  await once(server, 'listening')
  const front: SiteFront = {
    url: `http://${HOST}:${port}`,
    site: siteUrl,
    mode: 'open',
    answers: new Map(),
    replaced: new Map(),
    onAnswer() {},
    asked: [],
    answered: (path, status) => statuses.filter((line) => line === `${path} ${status}`).length,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return front
}
