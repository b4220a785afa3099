import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findStalePages } from '../../services/render/rebuild/page-registry.ts'
import { rebuildPage } from '../../services/render/rebuild/rebuild-page.ts'
import {
  createRebuildProducer,
  createRebuildWorker,
  migrateQueue,
} from '../../services/shared/queues/rebuild-queue.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { buildFollower } from '../support/follower.ts'
import { readStore } from '../support/stored-pages.ts'
import { SITE_URL, wireSite } from '../support/wire-site.ts'

const BUILD = '0123456789abcdef0123'
const SOON = { timeout: 8_000, interval: 20 }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** A queue with one worker; all tests of this file share its tables, so each has its own paths. */
function open(handle: (path: string) => Promise<void>) {
  const failures: string[] = []
  const onFailure = (error: Error) => failures.push(error.message)
  const producer = createRebuildProducer(database.url, { onFailure })
  const worker = createRebuildWorker(database.url, ({ path }) => handle(path), { onFailure })
  onTestFinished(async () => {
    await worker.close()
    await producer.close()
  })
  const request = (...paths: string[]) =>
    producer.requestRebuilds(paths.map((path) => ({ build: BUILD, path })))
  return { request, failures }
}

describe('the rebuild queue', () => {
  test('50 requests while a page is made lead to at most 2 more makings, the last of them new', async () => {
    const began = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    let edit = 0
    const made: number[] = []
    const { request, failures } = open(async (path) => {
      if (path === '/marker') return void made.push(-1)
      made.push(edit)
      if (made.length > 1) return
      began.resolve()
      await goOn.promise
    })
    await request('/often')
    await began.promise

    for (let round = 0; round < 10; round += 1) {
      edit += 5
      await Promise.all(Array.from({ length: 4 }, () => request('/often')))
      await request('/often')
    }
    goOn.resolve()

    await expect.poll(() => made.at(-1), SOON).toBe(edit)
    // Whatever waited before this one was done before it.
    await request('/marker')
    await expect.poll(() => made, SOON).toContain(-1)
    const makings = made.filter((seen) => seen >= 0)
    expect(makings.length).toBeLessThanOrEqual(3)
    expect(makings.at(-1)).toBe(edit)
    expect(failures).toEqual([])
  })

  test('a request for one page does not stand in for another page or build', async () => {
    const made: string[] = []
    const { request } = open(async (path) => void made.push(path))

    await request('/one', '/two', '/one', '/three')
    await request()

    await expect.poll(() => [...new Set(made)].sort(), SOON).toEqual(['/one', '/three', '/two'])
  })

  test('a malformed job is not handled and not tried again', async () => {
    const made: string[] = []
    const { request, failures } = open(async (path) => {
      made.push(path)
      if (made.length === 1) throw new Error('try again')
    })

    await request('no page path')
    await expect.poll(() => failures, SOON).toEqual(['malformed rebuild job'])
    await request('/after')

    // By when this one, which came later, was tried again, the other one would have been too.
    await expect.poll(() => made, SOON).toEqual(['/after', '/after'])
    expect(failures).toEqual(['malformed rebuild job', 'try again'])
  })

  test('a job that fails is tried again within seconds, however often it failed', async () => {
    let attempts = 0
    const { request } = open(async () => {
      attempts += 1
      if (attempts < 5) throw new Error('content is down')
    })
    const started = performance.now()

    // As the sweep does: asks as long as the page is stale.
    await expect
      .poll(
        async () => {
          if (attempts < 5) await request('/failing')
          return attempts
        },
        { timeout: 12_000, interval: 200 },
      )
      .toBeGreaterThanOrEqual(5)

    // Doubling pauses would have held up the fifth for 15 seconds.
    expect(performance.now() - started).toBeLessThan(9_000)
  })

  test('its tables may be brought up to date by several processes at once, and again', async () => {
    const fresh = await createTestDatabase()
    onTestFinished(() => fresh.drop())

    await Promise.all([migrateQueue(fresh.url), migrateQueue(fresh.url), migrateQueue(fresh.url)])
    await migrateQueue(fresh.url)
  })
})

test('a job done twice, or twice at once, leaves the page as it was', async () => {
  const site = await wireSite({ without: ['worker'] })
  onTestFinished(() => site.close())
  const publisher = buildFollower(site)
  const maker = { content: site.contentClient, bundle: site.bundle, siteUrl: SITE_URL }
  const rebuild = (path: string) => rebuildPage(publisher, maker, path)
  const path = '/articles/what-owning-a-share-gives-you'
  await rebuild(path)
  const before = (await readStore(site)).get(path)

  await rebuild(path)
  await Promise.all([rebuild(path), rebuild(path), rebuild('/no-such-page'), rebuild('/nor-this')])

  expect((await readStore(site)).get(path)).toEqual(before)
  expect(await findStalePages(publisher.db, publisher.build, 10)).toEqual([])
  expect(await site.store.read('/no-such-page')).toBeUndefined()
})
