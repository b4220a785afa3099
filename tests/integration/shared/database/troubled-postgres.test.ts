import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createCleanUp } from '../../../../deploy/local/clean-up.ts'
import { startEmbeddedPostgres } from '../../../../deploy/local/postgres/embedded-postgres.ts'
import { CONTENT_SCHEMA } from '../../../../services/content/database/schema.ts'
import { RENDER_SCHEMA } from '../../../../services/render/worker/records/database.ts'
import { migrate } from '../../../../services/shared/database/migrate.ts'
import { migrateQueue } from '../../../../services/shared/queues/migrate-queue.ts'
import { createTcpLink, type TcpLink } from '../../../support/servers/tcp-link.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const ARTICLE = '/articles/how-a-broad-index-etf-works'
const READER_MS = 2_500
const EDITOR_MS = 3_000
/** For what a machine with too much to do adds; without a deadline it would be 12 s and more. */
const MARGIN_MS = 5_000
const SOON = { timeout: 20_000, interval: 100 }

let site: WiredSite
let link: TcpLink
let serverUrl: string
const cleanUp = createCleanUp((error) => process.stderr.write(`${error}\n`))

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-troubled-'))
  cleanUp.add(() => rm(folder, { recursive: true, force: true }))
  const server = await startEmbeddedPostgres({
    directory: path.join(folder, 'postgres'),
    log: () => {},
  })
  cleanUp.add(server.stop)
  serverUrl = server.url
  await migrate(serverUrl, CONTENT_SCHEMA)
  await migrate(serverUrl, RENDER_SCHEMA)
  await migrateQueue(serverUrl)
  link = await createTcpLink(serverUrl)
  cleanUp.add(link.cut)
  site = await wireSite({ databaseUrl: link.url })
  cleanUp.add(site.close)
  await vi.waitUntil(async () => (await site.store.describe(ARTICLE)) !== undefined, SOON)
}, 120_000)
afterAll(() => cleanUp.run())

async function ask(address: string, init?: RequestInit) {
  const begunAt = performance.now()
  const answer = await fetch(address, init)
  const text = await answer.text()
  return {
    text,
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    ms: performance.now() - begunAt,
  }
}
const read = (address: string) => ask(site.renderUrl + address)
const edit = (title: string) =>
  ask(site.contentUrl + ARTICLE, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${site.token}`,
      'content-type': 'application/json',
      'if-match': '*',
    },
    body: JSON.stringify({ title }),
  })
const shows = async (title: string) =>
  expect.poll(async () => (await read(ARTICLE)).text, SOON).toContain(title)

/** Reads stored pages all the time while something is done. @returns how often, and what was wrong */
async function readThroughout(work: () => Promise<unknown>) {
  const wrong: number[] = []
  let reads = 0
  const done = new AbortController()
  const working = work().finally(() => done.abort())
  while (!done.signal.aborted) {
    for (const address of ['/', ARTICLE, `/page-data${ARTICLE}/page-data.json`]) {
      const { status } = await read(address)
      reads += 1
      if (status !== 200) wrong.push(status)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await working
  return { reads, wrong }
}

const refusal = expect.objectContaining({ status: 503, retryAfter: '2' })

describe('while Postgres hangs', () => {
  test('edits and pages that are not stored fail in time, stored pages are served, and all works afterwards [F2]', async () => {
    link.freeze()
    const { reads, wrong } = await readThroughout(async () => {
      for (const round of [1, 2]) {
        const [edited, unknown, data] = await Promise.all([
          edit(`Never ${round}`),
          read(`/articles/nobody-has-this-${round}`),
          read(`/page-data/nobody-has-this-${round}/page-data.json`),
        ])
        expect([edited, unknown, data]).toEqual([refusal, refusal, refusal])
        expect(edited.ms).toBeLessThan(EDITOR_MS + MARGIN_MS)
        expect(Math.max(unknown.ms, data.ms)).toBeLessThan(READER_MS + MARGIN_MS)
      }
    })
    link.thaw()

    expect(wrong).toEqual([])
    expect(reads).toBeGreaterThan(20)
    await expect.poll(async () => (await edit('After it hung')).status, SOON).toBe(200)
    await shows('After it hung')
    await expect.poll(async () => (await read('/articles/nobody-has-it')).status, SOON).toBe(404)
  })
})

describe('while Postgres accepts no more connections', () => {
  test('edits are refused in time, pages are served, and edits are accepted when connections are free [F3]', async () => {
    // What is connected is broken, and what is free is taken before it can come back.
    const taken: pg.Client[] = []
    const takeAll = async () => {
      for (;;) {
        const client = new pg.Client({ connectionString: serverUrl })
        client.on('error', () => {})
        try {
          await client.connect()
        } catch (error) {
          expect(error).toMatchObject({ code: '53300' })
          return
        }
        taken.push(client)
      }
    }
    await takeAll()
    await link.cut()
    await expect
      .poll(async () => {
        const before = taken.length
        await takeAll()
        return taken.length - before
      }, SOON)
      .toBe(0)
    await link.mend()

    const { reads, wrong } = await readThroughout(async () => {
      const edited = await edit('Never either')
      expect(edited).toEqual(refusal)
      expect(edited.ms).toBeLessThan(EDITOR_MS + MARGIN_MS)
    })
    expect(wrong).toEqual([])
    expect(reads).toBeGreaterThan(0)

    await Promise.all(taken.map((client) => client.end()))
    await expect.poll(async () => (await edit('With room')).status, SOON).toBe(200)
    await shows('With room')
  })
})

describe('while Postgres is half a second away', () => {
  test('edits take longer and are saved, and pages are served as before [F5]', async () => {
    await expect.poll(async () => (await edit('Before it was far')).status, SOON).toBe(200)
    link.slow(500)
    const { reads, wrong } = await readThroughout(async () => {
      await expect.poll(async () => (await edit('From afar')).status, SOON).toBe(200)
      await expect
        .poll(async () => (await read(ARTICLE)).text, { timeout: 30_000, interval: 100 })
        .toContain('From afar')
    })
    link.slow(0)

    expect(wrong).toEqual([])
    expect(reads).toBeGreaterThan(20)
  })
})
