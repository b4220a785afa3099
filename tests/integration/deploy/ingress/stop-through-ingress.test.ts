import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildWebOnce } from '../../../support/browser/build-web-once.ts'
import { fillDatabase } from '../../../support/content/fill-database.ts'
import { createTestDatabase } from '../../../support/postgres/database.ts'
import { startDnsServer } from '../../../support/servers/dns-server.ts'
import { startIngress } from '../../../support/servers/ingress.ts'
import { hasNginx } from '../../../support/servers/nginx-server.ts'
import { startEntry } from '../../../support/site/run-entry.ts'
import { freePort } from '../../../support/site/run-site.ts'

const READY = { timeout: 120_000, interval: 50 }
const SITE_URL = 'https://finlore.example'
const ADDRESSES = [
  ...['/', '/authors', '/articles/how-a-broad-index-etf-works', '/robots.txt', '/feed.atom'],
  ...['/page-data/articles/how-a-broad-index-etf-works/page-data.json', '/api/search?q=bond'],
]
/** Those of them that are pages of the store. */
const STORED = ['_root', 'authors', 'articles/how-a-broad-index-etf-works', 'feed.atom']
const [ONE, OTHER] = ['127.0.0.2', '127.0.0.3'] as const

const nginxIsHere = hasNginx()
if (!nginxIsHere) process.stdout.write('Left out: stops behind nginx, which is not installed.\n')

test.runIf(nginxIsHere)(
  'readers behind nginx see no error when a process is stopped or render is killed [F24, F25]',
  { timeout: 600_000 },
  async () => {
    const database = await createTestDatabase()
    onTestFinished(database.drop)
    const folder = await mkdtemp(path.join(tmpdir(), 'finlore-stop-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await buildWebOnce()
    await fillDatabase(database.url)
    const [contentPort, searchPort, renderPort] = [
      await freePort(),
      await freePort(),
      await freePort(),
    ]
    const env = {
      DATABASE_URL: database.url,
      SITE_URL,
      SITE_LOCALE: 'en_US',
      EDITOR_TOKEN: 'a-token-for-tests',
      CONTENT_URL: `http://${ONE}:${contentPort}`,
      SEARCH_URL: `http://${ONE}:${searchPort}`,
      PAGE_STORE: `file:${folder}`,
      SEARCH_RATE: '10000',
    }
    const content = () => startReplica('content/server.ts', ONE, contentPort, env)
    const search = (host: string) => startReplica('search/server.ts', host, searchPort, env)
    const worker = async () => startReplica('render/worker.ts', ONE, await freePort(), env)
    const render = (host: string) => startReplica('render/server.ts', host, renderPort, env)

    const contentOne = await content()
    const [searchOne, , renderOne, , workerOne] = await Promise.all([
      ...[search(ONE), search(OTHER), render(ONE), render(OTHER), worker()],
    ])
    const dns = await startDnsServer([ONE, OTHER])
    onTestFinished(() => dns.close())
    const nginx = await startIngress({
      RENDER_ADDRESS: `render.test:${renderPort}`,
      SEARCH_ADDRESS: `search.test:${searchPort}`,
      RESOLVER: dns.address,
      SITE_URL,
      TRUSTED_PROXIES: '127.0.0.1',
    })
    onTestFinished(() => nginx.stop())
    // Each render makes the pages it is asked for first.
    for (const host of [ONE, OTHER]) {
      for (const address of ADDRESSES.filter((at) => !at.startsWith('/api'))) {
        expect((await fetch(`http://${host}:${renderPort}${address}`)).status).toBe(200)
      }
    }

    // What was made is served before it is stored; only then can it be served without content.
    await vi.waitFor(async () => {
      const files = await readdir(folder, { recursive: true })
      for (const entry of STORED) {
        expect(
          files.filter((file) => file.endsWith(`/${entry}.entry`)),
          entry,
        ).toHaveLength(1)
      }
    }, READY)

    const readers = startReaders(nginx.url)
    await readers.more()
    for (const [name, stopped] of [
      ['render', renderOne],
      ['search', searchOne],
      ['worker', workerOne],
      ['content', contentOne],
    ] as const) {
      expect(await stopped?.end('SIGTERM'), name).toBe(0)
      await readers.more()
      expect(readers.failures, name).toEqual([])
    }

    const [again] = await Promise.all([render(ONE), content()])
    await readers.more()
    const killedAt = performance.now()
    await again.end('SIGKILL')
    await readers.more()
    // An answer that was being sent by then is truncated.
    expect(readers.failures.filter(({ begunAt }) => begunAt > killedAt)).toEqual([])
    expect(readers.failures.length).toBeLessThanOrEqual(readers.count)
    await readers.stop()
  },
)

async function startReplica(
  entry: string,
  host: string,
  port: number,
  env: Record<string, string>,
) {
  const opsPort = await freePort()
  const run = startEntry(`services/${entry}`, [], {
    ...env,
    NODE_ENV: 'production',
    HOST: host,
    PORT: String(port),
    OPS_PORT: String(opsPort),
    LOG_LEVEL: 'error',
    DRAIN_MS: '200',
  })
  await vi.waitFor(async () => {
    const ready = await fetch(`http://${host}:${opsPort}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
    expect({ entry, ready, said: run.stderr() }).toMatchObject({ ready: 200 })
  }, READY)
  return {
    end(signal: NodeJS.Signals) {
      run.kill(signal)
      return run.ended
    },
  }
}

interface Failure {
  address: string
  begunAt: number
  why: unknown
}

/** Readers who ask all the time, some on connections that they keep, some on new ones. */
function startReaders(url: string) {
  const count = 8
  const failures: Failure[] = []
  const agent = new Agent({ keepAlive: true })
  let reads = 0
  let isOver = false
  async function ask(address: string, kept: boolean, reader: number): Promise<void> {
    const begunAt = performance.now()
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const headers = { 'x-forwarded-for': `203.0.113.${reader}` }
        get(url + address, { agent: kept ? agent : false, timeout: 20_000, headers }, resolve)
          .on('error', reject)
          .on('timeout', () => reject(new Error('There was no answer')))
      })
      const body = await text(response)
      const { statusCode, headers } = response
      if (statusCode !== 200 || headers['x-saved-copy']) {
        failures.push({ address, begunAt, why: `${statusCode} ${body.slice(0, 500)}` })
      }
    } catch (error) {
      failures.push({ address, begunAt, why: error })
    }
    reads += 1
  }
  const reading = Array.from({ length: count }, async (_, at) => {
    for (let next = at; !isOver; next += 1) {
      await ask(ADDRESSES[next % ADDRESSES.length] ?? '/', at % 2 === 0, at)
    }
  })
  return {
    count,
    failures,
    /** Waits until much more was read. */
    async more() {
      const enough = reads + 200
      await vi.waitUntil(() => reads >= enough, { timeout: 60_000, interval: 5 })
    },
    async stop() {
      isOver = true
      await Promise.all(reading)
      agent.destroy()
    },
  }
}
