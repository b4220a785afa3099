import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openRaw } from '../../../support/hostile/raw-connection.ts'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { type Ingress, startIngress } from '../../../support/servers/ingress.ts'
import { hasNginx } from '../../../support/servers/nginx-server.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const SOCKETS = 12
const PIPELINED = 500
const SOON = { timeout: 20_000, interval: 50 }
/** So that no two requests of the other reader are for the same. */
let asked = 100_000
const nginxIsHere = hasNginx()
if (!nginxIsHere) process.stdout.write('Left out: rooms of the ingress. nginx is not installed.\n')

let site: WiredSite
let nginx: Ingress | undefined
let COPY_DIR: string
/** Pages that the copy lacks and render has not made yet. */
let fresh: string[]
let pictures: string[]
beforeAll(async () => {
  site = await wireSite({ without: ['worker'] })
  COPY_DIR = await mkdtemp(path.join(tmpdir(), 'finlore-copy-'))
  for (const page of ['', 'search']) {
    await mkdir(path.join(COPY_DIR, 'public', page), { recursive: true })
    await writeFile(path.join(COPY_DIR, 'public', page, 'index.html'), 'saved')
  }
  await writeFile(path.join(COPY_DIR, 'whole'), '')
  const { titles } = await site.contentClient.listTitles(undefined, 100)
  fresh = titles.map(({ path: page }) => page).slice(20)
  pictures = []
  for (const { path: page } of titles.slice(0, 20)) {
    const { text } = await rawRequest(site.renderUrl, page)
    const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(text) ?? []
    pictures.push(new URL(picture).pathname)
  }
  for (const address of ['/', '/search', '/404.html']) await rawRequest(site.renderUrl, address)
  if (!nginxIsHere) return
  nginx = await startIngress({
    RENDER_ADDRESS: new URL(site.renderUrl).host,
    SEARCH_ADDRESS: new URL(site.searchUrl).host,
    TRUSTED_PROXIES: '127.0.0.1',
    COPY_DIR,
  })
})
afterAll(async () => {
  await nginx?.stop()
  await site.close()
  await rm(COPY_DIR, { recursive: true, force: true })
})

/** Every place that is bounded for all readers together, and an address that takes one. */
const ROOMS = {
  'searches on a page': (at: number) => `/search?q=bond&n=${at}`,
  'searches as data of a page': (at: number) => `/page-data/search/page-data.json?q=bond&n=${at}`,
  'searches while typing': (at: number) => `/api/search?q=bond&limit=50&n=${at}`,
  'unknown pages': (at: number) => `/articles/of-nobody-${at}`,
  'unknown pages that are nearly an article': (at: number) => `/articles/what-a-bond-iss-${at}`,
  'pages that nobody has asked for yet': (at: number) => `${fresh[at % fresh.length]}?n=${at}`,
  'preview pictures': (at: number) => `${pictures[at % pictures.length]}`,
} satisfies Record<string, (at: number) => string>
const isTyping = (address: string) => address.startsWith('/api/')

/**
 * Opens sockets that ask for much and read nothing, and asks as another reader for as long.
 *
 * @param attackerAt whose request each socket's are
 * @param within until when another must be answered as ever; at once unless given
 */
async function expectOthersAnswered(
  url: string,
  addressAt: (at: number) => string,
  attackerAt: (socket: number) => string,
  within?: { timeout: number; interval: number },
) {
  // Requests before it may still be in flight.
  await expect.poll(() => askAsOther(url, addressAt), SOON).toEqual([])
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS }, (_, socket) => {
      const from = `Host: a\r\nX-Forwarded-For: ${attackerAt(socket)}\r\n\r\n`
      const requests = Array.from(
        { length: PIPELINED },
        (__, at) => `GET ${addressAt(socket * PIPELINED + at)} HTTP/1.1\r\n${from}`,
      )
      return openRaw(url, requests.join(''), { reads: false })
    }),
  )
  onTestFinished(() => {
    for (const { socket } of sockets) socket.destroy()
  })
  if (within) await expect.poll(() => askAsOther(url, addressAt), within).toEqual([])
  else expect(await askAsOther(url, addressAt)).toEqual([])
}

/** @returns what another reader is not given as ever, of so many requests one after another */
async function askAsOther(url: string, addressAt: (at: number) => string): Promise<unknown[]> {
  const unlike: unknown[] = []
  for (let at = 0; at < 40; at += 1) {
    const headers = { 'x-forwarded-for': '198.51.100.9' }
    asked += 1
    const answer = await rawRequest(url, addressAt(asked), { headers })
    const { status } = answer
    const isUsual = [200, 404].includes(status) && !answer.headers['x-saved-copy']
    if (!isUsual) unlike.push(status)
  }
  return unlike
}

describe.each(Object.entries(ROOMS))(
  'a client that requests %s and never reads [T10]',
  (_, addressAt) => {
    test('does not block others from a service [T10]', async () => {
      const url = isTyping(addressAt(0)) ? site.searchUrl : site.renderUrl
      // A thread that is busy for a moment refuses what is not stored, for every client: see the load ladder.
      await expectOthersAnswered(url, addressAt, () => '203.0.113.7', SOON)
    })

    test.runIf(nginxIsHere)('does not block others from nginx [T10]', async () => {
      await expectOthersAnswered(nginx?.url ?? '', addressAt, () => '203.0.113.7')
    })

    test.runIf(nginxIsHere)(
      'does not block others from nginx with a network of addresses [T10]',
      async () => {
        await expectOthersAnswered(nginx?.url ?? '', addressAt, (at) => `2001:db8:1:2::${at + 1}`)
      },
    )
  },
)

test.runIf(nginxIsHere)(
  'a place in nginx’s limit is free when the service has answered [T10]',
  async () => {
    const page = Buffer.alloc(200_000, 'a')
    const server = createServer((_request, response) => response.end(page))
    server.listen({ host: '127.0.0.1', port: 0 })
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { url, stop } = await startIngress({
      RENDER_ADDRESS: `127.0.0.1:${port}`,
      TRUSTED_PROXIES: '127.0.0.1',
    })
    onTestFinished(stop)
    const sockets = await Promise.all(
      Array.from({ length: SOCKETS }, (_, at) => {
        const from = `Host: a\r\nX-Forwarded-For: 203.0.113.${at}\r\n\r\n`
        return openRaw(url, `GET /search?q=bond HTTP/1.1\r\n${from}`.repeat(100), { reads: false })
      }),
    )
    onTestFinished(() => {
      for (const { socket } of sockets) socket.destroy()
    })
    // When their connections are full, each of them waits with an answer that was made.
    await expect.poll(() => askAsOther(url, ROOMS['searches on a page']), SOON).toEqual([])
    expect(sockets.map(({ socket }) => socket.readyState)).toEqual(sockets.map(() => 'open'))
  },
)
