import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildWebOnce } from '../../support/browser/build-web-once.ts'
import { fillDatabase } from '../../support/content/fill-database.ts'
import { createTestDatabase } from '../../support/postgres/database.ts'
import { freePort } from '../../support/site/run-site.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const TOKEN = 'a-token-for-tests'
const READY = { timeout: 60_000, interval: 50 }
const ERROR = 50

test('each process ends at SIGTERM under load, without errors in its log [F26]', {
  timeout: 360_000,
}, async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-stop-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await buildWebOnce()
  await fillDatabase(database.url)

  const shared = { DATABASE_URL: database.url, SITE_URL: 'https://finlore.example' }
  const content = await start('content/server.ts', { ...shared, EDITOR_TOKEN: TOKEN })
  const pages = { ...shared, CONTENT_URL: content.url, PAGE_STORE: `file:${folder}` }
  const search = await start('search/server.ts', { ...pages, SITE_LOCALE: 'en_US' })
  const worker = await start('render/worker.ts', pages)
  const render = await start('render/server.ts', { ...pages, SEARCH_URL: search.url })
  const edits = loadOf(content.url, [
    ['/articles/how-a-broad-index-etf-works', { title: 'A title of one of many edits' }],
    ['/articles/what-owning-a-share-gives-you', { title: 'A title of one of the others' }],
  ])

  const reading = loadOf(render.url, [['/'], ['/no-such-page'], ['/search?q=bond'], ['/authors']])
  await reading.begun
  expect(await render.stop()).toEqual({ code: 0, errors: [] })
  await reading.stop()

  const searching = loadOf(search.url, [['/api/search?q=bond'], ['/api/search?q=etf+fund']])
  await searching.begun
  expect(await search.stop()).toEqual({ code: 0, errors: [] })
  await searching.stop()

  await edits.begun
  expect(await worker.stop()).toEqual({ code: 0, errors: [] })

  const following = loadOf(content.url, [
    ['/page-models?paths=/,/authors,/expert-advice'],
    ['/changes?after=1000000&waitMs=20000'],
    ['/titles?limit=1000'],
  ])
  await following.begun
  expect(await content.stop()).toEqual({ code: 0, errors: [] })
  await Promise.all([following.stop(), edits.stop()])
})

/** A process of its own, which is ready. */
async function start(entry: string, env: Record<string, string>) {
  const [port, opsPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [path.join(ROOT, 'services', entry)], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      OPS_PORT: String(opsPort),
      LOG_LEVEL: 'error',
      DRAIN_MS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'close')
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
    })
  }
  await vi.waitFor(async () => {
    const ready = await fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
    expect({ entry, ready, said }).toMatchObject({ ready: 200 })
  }, READY)
  return {
    url: `http://127.0.0.1:${port}`,
    /** @returns how it ended, and the lines of its log that are no audit */
    async stop() {
      child.kill('SIGTERM')
      const [code] = await ended
      return { code, errors: said.split('\n').filter((line) => line !== '' && isError(line)) }
    },
  }
}

function isError(line: string): boolean {
  return !line.startsWith('{') || JSON.parse(line).level >= ERROR
}

/** Asks for addresses again and again, side by side; some do not wait for the answer. */
function loadOf(url: string, requests: readonly (readonly [string, object?])[]) {
  const stopping = new AbortController()
  const begun = Promise.withResolvers<void>()
  let asked = 0
  async function ask(address: string, body: object | undefined): Promise<void> {
    asked += 1
    // Every third one leaves at once, which leaves handlers without a client.
    const patience = AbortSignal.timeout(asked % 3 === 0 ? 3 : 2_000)
    const answer = await fetch(url + address, {
      signal: AbortSignal.any([patience, stopping.signal]),
      ...(body && {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${TOKEN}`,
          'content-type': 'application/json',
          'if-match': '*',
        },
        body: JSON.stringify({ ...body, description: `Words ${asked}` }),
      }),
    })
    await answer.text()
  }
  const askers = [...requests, ...requests, ...requests].map(async ([address, body]) => {
    while (!stopping.signal.aborted) {
      await ask(address, body).catch(() => new Promise((resolve) => setImmediate(resolve)))
      if (asked > 50) begun.resolve()
    }
  })
  return {
    begun: begun.promise,
    async stop() {
      stopping.abort()
      await Promise.all(askers)
    },
  }
}
