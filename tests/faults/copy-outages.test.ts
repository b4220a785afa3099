import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ensureWebBuild } from '../../deploy/local/ensure-web-build.ts'
import { loadWebBundle } from '../../services/render/documents/bundle/web-bundle.ts'
import { openStore } from '../../services/render/store/open-store.ts'
import type { PageStores } from '../../services/render/store/page-store.ts'
import { buildEntry } from '../support/pages/stored-entry.ts'
import {
  findS3Server,
  NO_S3_SERVER,
  S3_CREDENTIALS,
  startS3Server,
} from '../support/servers/s3-server.ts'
import { createTcpLink } from '../support/servers/tcp-link.ts'
import { freePort } from '../support/site/run-site.ts'

const ENTRY = path.resolve(import.meta.dirname, '../../services/render/files/copy/keep-copy.ts')
const PAGES = 600

await ensureWebBuild(() => {})
const { build } = await loadWebBundle()
const s3 = await findS3Server()
if (!s3) process.stderr.write(`Left out: a copy of a bucket; ${NO_S3_SERVER}\n`)

let home: string
let running: ChildProcess[]
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'finlore-copy-'))
  running = []
})
afterEach(async () => {
  await Promise.all(running.map(kill))
  await rm(home, { recursive: true, force: true })
})

const copyFolder = () => path.join(home, 'copy')
const fileOf = (page: string) => path.join(copyFolder(), `public${page}/index.html`)
const textOf = (page: string, word: string) => `${word} at ${page} ${'and on '.repeat(100)}`

/** The process as operators run it. */
async function startCopy(store: string) {
  const port = await freePort()
  const child = spawn(process.execPath, [ENTRY], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PAGE_STORE: store,
      AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
      COPY_DIR: copyFolder(),
      SITE_URL: 'https://finlore.example',
      OPS_PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.push(child)
  const opsUrl = `http://127.0.0.1:${port}`
  const isUp = async (check: string) =>
    (await fetch(`${opsUrl}/${check}`).catch(() => undefined))?.ok === true
  /** Whether it has been through the whole store: it is ready with the most read pages alone. */
  const isWhole = async () => {
    const answer = await fetch(`${opsUrl}/metrics`).catch(() => undefined)
    return /^finlore_copy_saved_timestamp_seconds\S* [1-9]/m.test((await answer?.text()) ?? '')
  }
  return { child, isUp, isWhole, untilWhole: () => vi.waitUntil(isWhole, { timeout: 60_000 }) }
}

async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function fill(store: PageStores, word: string, count = PAGES): Promise<string[]> {
  const pages = Array.from({ length: count }, (_, at) => `/articles/page-${at}`)
  for (const page of pages) {
    await store.pages(build).write(await buildEntry({ path: page, text: textOf(page, word) }))
  }
  await store.pages(build).noteChange()
  return pages
}

/** Every file that is there is whole. @returns how many pages that are */
async function checkFiles(words: readonly string[]): Promise<number> {
  const entries = await readdir(path.join(copyFolder(), 'public/articles'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  let pages = 0
  for (const entry of entries.filter((one) => one.isFile())) {
    const bytes = await readFile(path.join(entry.parentPath, entry.name))
    const text = (entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
    const page = `/articles/${path.basename(entry.parentPath)}`
    expect(words.map((word) => `<p>${textOf(page, word)}</p>`)).toContain(text)
    if (entry.name === 'index.html') pages += 1
  }
  return pages
}

describe('a copy', () => {
  test('is complete at last and has no partial file, however often its process is killed [P3]', async () => {
    const address = `file:${path.join(home, 'pages')}`
    const store = openStore(address)
    await fill(store, 'one')
    let before = 0
    for (const part of [0.05, 0.3, 0.6]) {
      const { child } = await startCopy(address)
      await vi.waitUntil(async () => (await checkFiles(['one'])) > PAGES * part, {
        timeout: 30_000,
      })
      await kill(child)
      const saved = await checkFiles(['one'])
      expect(saved).toBeGreaterThanOrEqual(before)
      before = saved
    }
    // Two at once do each other no harm.
    const two = await Promise.all([startCopy(address), startCopy(address)])
    await Promise.all(two.map(({ untilWhole }) => untilWhole()))
    expect(await checkFiles(['one'])).toBe(PAGES)

    // What was edited meanwhile is seen by the next scan.
    for (const { child } of two) {
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
    }
    const [edited = ''] = await fill(store, 'two', 1)
    await (await startCopy(address)).untilWhole()
    expect(await readFile(fileOf(edited), 'utf8')).toContain('two')
    expect(await checkFiles(['one', 'two'])).toBe(PAGES)
  })

  test.runIf(s3)(
    'is kept while its bucket is unreachable, and updated when that is back',
    async () => {
      const server = await startS3Server(String(s3))
      const link = await createTcpLink(
        new URL(server.address('')).searchParams.get('endpoint') ?? '',
      )
      try {
        const address = `s3://finlore-dev?endpoint=${link.url.replace(/\/$/, '')}`
        const store = openStore(server.address('').replace(/&prefix=$/, ''), {
          credentials: S3_CREDENTIALS,
        })
        const pages = await fill(store, 'one', 40)
        const copy = await startCopy(address)
        await copy.untilWhole()
        expect(await checkFiles(['one'])).toBe(pages.length)

        await link.cut()
        await fill(store, 'two', 40)
        const again = await startCopy(address)
        await vi.waitUntil(() => again.isUp('livez'), { timeout: 30_000 })
        expect(await checkFiles(['one'])).toBe(pages.length)
        expect([await copy.isWhole(), await again.isWhole()]).toEqual([true, false])
        // Render answers meanwhile, so nginx may have requests.
        await vi.waitUntil(() => again.isUp('readyz'), { timeout: 30_000 })

        await link.mend()
        await again.untilWhole()
        expect(await checkFiles(['two'])).toBe(pages.length)
      } finally {
        await link.cut()
        await server.stop()
      }
    },
  )
})
