import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { type Ingress, startIngress } from '../../../support/servers/ingress.ts'
import { hasNginx } from '../../../support/servers/nginx-server.ts'

const nginxIsHere = hasNginx()
if (!nginxIsHere)
  process.stdout.write('Left out: what the ingress counts. nginx is not installed.\n')

/** Lines are counted at most two turns of five seconds after the answer. */
const COUNTED = { timeout: 30_000, interval: 200 }
const PUBLIC = { 'cache-control': 'public, max-age=0, s-maxage=2', etag: '"one"' }

/** Answers that are counted, by their labels, without those of which there are none. */
async function countsOf(ingress: Ingress): Promise<Record<string, number>> {
  const { text } = await rawRequest(ingress.opsUrl, '/metrics')
  const counts: Record<string, number> = {}
  for (const [, labels = '', count] of text.matchAll(
    /^finlore_ingress_answers_total\{(.*)\} (\d+)$/gm,
  )) {
    const values = [...labels.matchAll(/"([^"]*)"/g)].map(([, value]) => value || '-')
    if (Number(count) > 0) counts[values.join(' ')] = Number(count)
  }
  return counts
}

const untilCounted = (ingress: Ingress, expected: Record<string, number>) =>
  vi.waitFor(async () => expect(await countsOf(ingress)).toEqual(expected), COUNTED)

/** A service that answers what a test says; its answers wait while it is held. */
async function startService() {
  let held: Promise<void> | undefined
  const asked: string[] = []
  const server: Server = createServer(async ({ url = '', headers }, response) => {
    asked.push(url)
    await held
    const isKnown = headers['if-none-match'] === PUBLIC.etag && !url.startsWith('/broken')
    const status = isKnown ? 304 : (STATUSES[url] ?? 200)
    response.writeHead(status, status < 400 ? PUBLIC : {}).end(status === 304 ? undefined : 'text')
  })
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const stop = async () => {
    server.close()
    server.closeAllConnections()
    if (server.listening) await once(server, 'close')
  }
  onTestFinished(stop)
  const address = server.address()
  return {
    asked,
    stop,
    address: `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
  }
}

const STATUSES: Readonly<Record<string, number>> = {
  '/no-such-page': 404,
  '/broken': 500,
  '/api/search?q=broken': 500,
  '/__third-party-proxy?url=https://example.com/a.js': 502,
}

/** A folder as the process `copy` keeps one, with a home page and a search page. */
async function makeCopy(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-copy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const page of ['', 'search', 'articles/saved']) {
    await mkdir(path.join(folder, 'public', page), { recursive: true })
    await writeFile(path.join(folder, 'public', page, 'index.html'), 'saved')
  }
  await writeFile(path.join(folder, 'whole'), '')
  return folder
}

describe.runIf(nginxIsHere)('the ingress counts', () => {
  let ingress: Ingress
  afterEach(() => ingress.stop())

  test('answers of services and its own, by status', async () => {
    const service = await startService()
    const { address } = service
    ingress = await startIngress({ RENDER_ADDRESS: address, SEARCH_ADDRESS: address })
    const ask = async (url: string, headers: Record<string, string> = {}, method = 'GET') =>
      (await rawRequest(ingress.url, url, { headers, method })).status

    expect(await ask('/articles/one?a=1')).toBe(200)
    expect(await ask('/articles/one?a=1', { 'if-none-match': '"one"' })).toBe(304)
    expect(await ask('/no-such-page')).toBe(404)
    expect(await ask('/broken')).toBe(500)
    expect(await ask('/', {}, 'POST')).toBe(405)
    expect(await ask('/api/search?q=bond')).toBe(200)
    expect(await ask('/api/search?q=broken')).toBe(500)
    expect(await ask('/__third-party-proxy?url=https://example.com/a.js')).toBe(503)
    await untilCounted(ingress, {
      'service pages - 2xx': 1,
      'service pages - 3xx': 1,
      'service pages - 4xx': 1,
      'service pages - 5xx': 1,
      'ingress pages - 4xx': 1,
      'service search - 2xx': 1,
      'service search - 5xx': 1,
      'ingress third-party away 5xx': 1,
    })
  })

  test('what it keeps for a second apart from what was asked for', async () => {
    const { address } = await startService()
    ingress = await startIngress({ RENDER_ADDRESS: address })
    const total = 200
    for (let count = 0; count < total; count += 1) await rawRequest(ingress.url, '/')
    const counted = await vi.waitFor(async () => {
      const found = await countsOf(ingress)
      expect(Object.values(found).reduce((sum, one) => sum + one, 0)).toBe(total)
      return found
    }, COUNTED)
    expect(Object.keys(counted).sort()).toEqual(['kept pages - 2xx', 'service pages - 2xx'])
    expect(counted['kept pages - 2xx']).toBeGreaterThan(total / 2)
  })

  test('saved copies and what is away, while no service answers', async () => {
    const service = await startService()
    const { address } = service
    ingress = await startIngress({
      RENDER_ADDRESS: address,
      SEARCH_ADDRESS: address,
      COPY_DIR: await makeCopy(),
    })
    await service.stop()
    const ask = async (url: string) => (await rawRequest(ingress.url, url)).status
    expect(await ask('/articles/saved')).toBe(200)
    expect(await ask('/')).toBe(200)
    expect(await ask('/articles/not-saved')).toBe(503)
    expect(await ask('/api/search?q=bond')).toBe(503)
    await untilCounted(ingress, {
      'saved pages - 2xx': 2,
      'ingress pages away 5xx': 1,
      'ingress search away 5xx': 1,
    })
  })

  test('what it refuses, by the limit', async () => {
    const service = await startService()
    const { address } = service
    ingress = await startIngress({
      RENDER_ADDRESS: address,
      SEARCH_ADDRESS: address,
      COPY_DIR: await makeCopy(),
      TRUSTED_PROXIES: '127.0.0.1',
      MAX_PER_ADDRESS: '20',
    })
    /** More requests of a reader than there is room for; all are under way before one is answered. */
    async function flood(start: string, count: number, letIn: number) {
      const letGo = service.hold()
      const before = service.asked.length
      const headers = { 'x-forwarded-for': `203.0.113.${count}` }
      const asking = Array.from({ length: count }, (_, at) =>
        rawRequest(ingress.url, `${start}${at}`, { headers }),
      )
      await vi.waitUntil(() => service.asked.length === before + letIn, { timeout: 20_000 })
      // Those that are refused are answered meanwhile.
      const refused = count - letIn
      let answered = 0
      for (const one of asking) void one.then(() => (answered += 1))
      await vi.waitUntil(() => answered === refused, { timeout: 20_000 })
      letGo()
      await Promise.all(asking)
    }
    await flood('/articles/saved?at=', 23, 20)
    await flood('/search?q=', 10, 6)
    await flood('/page-data/search/page-data.json?q=', 11, 6)
    await flood('/api/search?q=', 8, 6)
    await flood('/articles/unknown-', 7, 2)
    await untilCounted(ingress, {
      'service pages - 2xx': 20 + 6 + 6 + 2,
      'ingress pages address 4xx': 3,
      // In place of the results there is the page to search on.
      'saved pages search-pages 2xx': 4,
      'ingress pages search-pages 5xx': 5,
      'service search - 2xx': 6,
      'ingress search search-answers 5xx': 2,
      'ingress pages unknown-pages 5xx': 5,
    })
  })

  test('in files that stay small, and loses nothing when it begins new ones', async () => {
    const { address } = await startService()
    ingress = await startIngress({ RENDER_ADDRESS: address, MAX_PER_ADDRESS: '100' })
    const total = 6_000
    let sent = 0
    const startedAt = performance.now()
    const read = async () => {
      // Across several turns of counting.
      while (sent < total || performance.now() - startedAt < 12_000) {
        sent += 1
        await rawRequest(ingress.url, '/articles/one')
      }
    }
    await Promise.all(Array.from({ length: 8 }, read))
    await vi.waitFor(async () => {
      const counts = await countsOf(ingress)
      expect(Object.values(counts).reduce((sum, one) => sum + one, 0)).toBe(sent)
    }, COUNTED)
    // The access log has all of them as well, and stays what it was.
    expect(await ingress.log()).toHaveLength(sent)
    const sizes = await Promise.all(
      (await readdir(ingress.folder))
        .filter((name) => name.startsWith('answers'))
        .map(async (name) => (await stat(path.join(ingress.folder, name))).size),
    )
    expect(Math.max(...sizes)).toBeLessThan(10_000)
    expect(await readFile(path.join(ingress.folder, 'metrics'), 'utf8')).not.toContain('203.0.113')
    const complaints = ingress.complaints().split('\n')
    // Of the rights of this machine, at the start.
    expect(complaints.filter((line) => line && !line.includes('setrlimit'))).toEqual([])
  })

  test('from zero when it begins again, and is over when nginx is', async () => {
    const { address } = await startService()
    ingress = await startIngress({ RENDER_ADDRESS: address })
    await vi.waitFor(async () => {
      const { text } = await rawRequest(ingress.opsUrl, '/metrics')
      expect(text).toContain(
        'finlore_ingress_answers_total{from="ingress",of="pages",refused="away",status="5xx"} 0\n',
      )
      expect(text).toMatch(/^finlore_ingress_connections\{state="writing"\} [1-9]\d*$/m)
    }, COUNTED)
    const stoppedAt = performance.now()
    await ingress.stop()
    expect(performance.now() - stoppedAt).toBeLessThan(4_000)
  })
})
