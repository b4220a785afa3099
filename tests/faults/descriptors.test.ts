import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ensureWebBuild } from '../../deploy/local/ensure-web-build.ts'
import { openRaw } from '../support/hostile/raw-connection.ts'
import { rawRequest } from '../support/hostile/raw-request.ts'
import { freePort } from '../support/site/run-site.ts'

/** Somebody opens more connections than a process has descriptors. */

const ROOT = path.resolve(import.meta.dirname, '../..')
/** What `ulimit -n` allows a process; connections may have four fifths of it. */
const DESCRIPTORS = 300
const MAX_CONNECTIONS = 240
const IDLE = 400
const WAIT = { timeout: 60_000, interval: 50 }

/** Runs a script that may have so many descriptors, until the test is over. */
function startLimited(script: string, args: readonly string[], env: Record<string, string>) {
  const limited = `ulimit -n ${DESCRIPTORS}; exec "$0" "$@"`
  const child = spawn('sh', ['-c', limited, process.execPath, path.join(ROOT, script), ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  onTestFinished(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  return { child, said: () => said }
}

/** @returns how many of the connections are open when no more of them are closed */
async function openIdle(url: string, count: number): Promise<number> {
  let open = 0
  for (let opened = 0; opened < count; opened += 1) {
    const { socket, closed } = await openRaw(url, '')
    open += 1
    closed.then(() => {
      open -= 1
    })
    onTestFinished(() => void socket.destroy())
  }
  await vi.waitUntil(() => open <= MAX_CONNECTIONS, WAIT)
  return open
}

async function bear(url: string, address: string, status: number): Promise<void> {
  const open = await openIdle(url, IDLE)
  expect(open).toBeGreaterThan(MAX_CONNECTIONS * 0.9)
  // For longer than a process looks at its own load, which is twice a second.
  const until = performance.now() + 1_500
  while (performance.now() < until) {
    expect((await rawRequest(url, address)).status).toBe(status)
  }
}

describe('more idle connections than file descriptors close those that are idle the longest, and all requests are answered: [F46]', () => {
  test.each([
    ['content', '/changes?after=0', 503],
    ['search', '/no-such-address', 404],
    ['render', '/no-such-page', 503],
    ['worker', '/livez', 200],
    ['indexer', '/livez', 200],
  ])('by %s', async (name, address, status) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'finlore-descriptors-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const [port, opsPort] = [await freePort(), await freePort()]
    // Nothing of what it depends on is there.
    const nobody = '127.0.0.1:1'
    const { child, said } = startLimited('deploy/run-process.ts', [name], {
      PORT: String(port),
      OPS_PORT: String(opsPort),
      DRAIN_MS: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: `postgres://${nobody}/none`,
      SITE_LOCALE: 'en_US',
      SITE_URL: 'http://finlore.example',
      PAGE_STORE: `file:${folder}`,
      CONTENT_URL: `http://${nobody}`,
      SEARCH_URL: `http://${nobody}`,
      MEILI_URL: `http://${nobody}`,
      MEILI_KEY: 'a-key',
      EDITOR_TOKEN: 'a-token-for-tests',
    })
    const isWorker = name === 'worker' || name === 'indexer'
    const url = `http://127.0.0.1:${isWorker ? opsPort : port}`
    await vi.waitFor(async () => expect((await rawRequest(url, address)).status).toBe(status), WAIT)

    await bear(url, address, status)
    expect(child.exitCode, said()).toBeNull()
  })
})

describe('npm start', () => {
  beforeAll(() => ensureWebBuild(() => {}))

  test('serves readers while a client opens more connections than it has file descriptors [F46]', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'finlore-descriptors-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const [port, contentPort, workerPort] = [await freePort(), await freePort(), await freePort()]
    const { child, said } = startLimited('deploy/local/start.ts', [], {
      PORT: String(port),
      CONTENT_PORT: String(contentPort),
      WORKER_PORT: String(workerPort),
      DATA_DIR: path.join(folder, 'data'),
    })
    await vi.waitFor(() => expect(said()).toMatch(/^ready /m), WAIT)

    await bear(`http://127.0.0.1:${port}`, '/', 200)
    await bear(`http://127.0.0.1:${contentPort}`, '/titles', 200)
    expect(child.exitCode, said()).toBeNull()
    expect(said()).not.toContain('ended by itself')
  })
})
