import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RENDER_SCHEMA } from '../../../../../services/render/worker/records/database.ts'
import {
  loadFollower,
  resetRegistry,
} from '../../../../../services/render/worker/records/page-registry.ts'
import { migrate } from '../../../../../services/shared/database/migrate.ts'
import { rawRequest } from '../../../../support/hostile/raw-request.ts'
import { buildEntry } from '../../../../support/pages/stored-entry.ts'
import {
  fillStore,
  findOldPages,
  readStore,
  untilFilled,
} from '../../../../support/pages/stored-pages.ts'
import { createTestDatabase } from '../../../../support/postgres/database.ts'
import { buildFollower } from '../../../../support/site/follower.ts'
import { type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

const ARTICLE = '/articles/what-owning-a-share-gives-you'
const SOON = { timeout: 8_000, interval: 50 }

let site: WiredSite
beforeAll(async () => {
  site = await wireSite()
})
afterAll(() => site.close())

const get = (path: string) => rawRequest(site.url, path)
const registry = () => loadFollower(site.renderDatabase.write)
/** Databases of tests are copies of one, and so have the same history until they are told. */
async function beginHistory(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('update content.history set feed = gen_random_uuid()')
  await client.end()
}

const bytesOf = async () =>
  [...(await readStore(site))].map(([path, { bytes }]) => [path, bytes.toString('base64')])

test('pages whose registry was lost are dropped, and rebuilt byte for byte', async () => {
  await untilFilled(site)
  const before = await bytesOf()
  expect(before.length).toBeGreaterThan(15)
  await site.stopWorker()
  await sql`drop schema render cascade`.execute(site.renderDatabase.write)
  await migrate(site.renderDatabase.url, RENDER_SCHEMA)
  expect((await get(ARTICLE)).status).toBe(200)

  await site.startWorker()

  await untilFilled(site)
  expect(await bytesOf()).toEqual(before)
  await site.edit('PATCH', ARTICLE, { title: 'The new registry hears of it' })
  await expect.poll(async () => (await get(ARTICLE)).text, SOON).toContain('hears of it')
})

test('pages that were rendered between two scans are counted', async () => {
  await untilFilled(site)
  const counted = async () => {
    const { text } = await rawRequest(site.workerUrl, '/metrics')
    return Number(/^finlore_rebuild_pages(?:\{.*\})? (\d+)$/m.exec(text)?.[1])
  }
  const onRecord = async () => {
    const { rows } = await sql<{ pages: number }>`
      select count(*)::int as pages from render.page where build = ${site.bundle.build}
    `.execute(site.renderDatabase.write)
    return rows[0]?.pages
  }
  await expect.poll(async () => (await counted()) === (await onRecord()), SOON).toBe(true)
  const before = await counted()
  expect(before).toBeGreaterThan(15)

  await site.edit('PUT', '/articles/made-at-once', {
    title: 'Made at once',
    author: 'Eleanor Whitcombe',
    body: 'Text.',
    entities: [{ category: 'expert-advice' }],
  })
  // Its own page, and one more where it opens the next page of a list.
  await expect
    .poll(async () => [(await counted()) - before, ((await onRecord()) ?? 0) - before], SOON)
    .toSatisfy(([more, stored]) => more >= 1 && more === stored)
  await site.edit('DELETE', '/articles/made-at-once')
})

test('another content database causes a rebuild of all pages', async () => {
  const other = await createTestDatabase()
  try {
    await beginHistory(other.url)
    await site.edit('PATCH', ARTICLE, { title: 'Of the former database' })
    await fillStore(site, 4)
    await expect
      .poll(async () => (await get(ARTICLE)).text, SOON)
      .toContain('Of the former database')
    const { feed, registry: formerRegistry } = await registry()

    await site.stopContent()
    await site.startContent(other.url)

    await expect.poll(async () => (await registry()).feed, SOON).not.toBe(feed)
    expect((await registry()).registry).not.toBe(formerRegistry)
    await expect
      .poll(async () => (await get(ARTICLE)).text, SOON)
      .not.toContain('Of the former database')
    await fillStore(site, 4)
    expect(await findOldPages(site)).toEqual([])
    await site.edit('PATCH', ARTICLE, { title: 'Of the new database' })
    await expect.poll(async () => (await get(ARTICLE)).text, SOON).toContain('Of the new database')
  } finally {
    await site.stopContent()
    await site.startContent()
    await other.drop()
  }
  await expect.poll(async () => (await get(ARTICLE)).text, SOON).not.toContain('the new database')
})

test('pages of a former history are dropped by the next worker after a crash', async () => {
  await get(ARTICLE)
  await site.stopWorker()
  const { feed, revision } = await registry()
  await resetRegistry(site.renderDatabase.write, feed ?? '', revision)
  expect(await site.store.read(ARTICLE)).toBeDefined()

  await site.startWorker()

  expect(await site.store.read(ARTICLE)).toBeUndefined()
})

test('a worker that was away for longer than changes are kept makes all pages again', async () => {
  await expect.poll(async () => (await get(ARTICLE)).status, SOON).toBe(200)
  await site.stopWorker()
  const titles = ['Of a change that is forgotten', 'Of the last change']
  await site.edit('PATCH', ARTICLE, { title: titles[0] })
  await site.edit('PATCH', '/articles/how-a-broad-index-etf-works', { title: titles[1] })
  const client = new pg.Client({ connectionString: site.databaseUrl })
  await client.connect()
  const last = 'select max(revision) from content.change'
  await client.query(`delete from content.change where revision < (${last})`)
  await client.end()
  expect((await get(ARTICLE)).text).not.toContain(titles[0])

  await site.startWorker()

  await expect.poll(async () => (await get(ARTICLE)).text, SOON).toContain(titles[0])
})

test('a worker of another build detects that the registry was recreated', async () => {
  await site.stopWorker()
  await get(ARTICLE)
  const stored = async () => {
    await get(ARTICLE)
    return site.store.read(ARTICLE)
  }
  await expect.poll(stored, SOON).toBeDefined()
  const follower = buildFollower(site, idle())
  await follower.follow()
  expect(await site.store.read(ARTICLE)).toBeDefined()

  const { feed, revision } = await registry()
  await resetRegistry(site.renderDatabase.write, feed ?? '', revision)
  await follower.follow()

  expect(await site.store.read(ARTICLE)).toBeUndefined()
  await site.store.write(await buildEntry())
  await follower.follow()
  expect(await site.store.read('/articles/a')).toBeDefined()

  /** Content as it is, asked without waiting for changes. */
  function idle() {
    return { readChangesWithPages: (after: number) => site.contentClient.readChanges(after, 0) }
  }
})

test('everything but the content can be lost while the site runs [P8]', async () => {
  await site.startWorker()
  await fillStore(site, 4)
  for (const schema of ['render', 'bullmq']) {
    // A process at work there may hold a lock that this waits for, and the other way round.
    await vi.waitFor(
      () => sql`drop schema if exists ${sql.id(schema)} cascade`.execute(site.renderDatabase.write),
      SOON,
    )
  }
  await site.store.clear()

  expect((await get(ARTICLE)).status).toBe(200)
  expect((await get('/authors')).status).toBe(200)
})
