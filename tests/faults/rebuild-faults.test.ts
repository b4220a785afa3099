import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RebuildState } from '../../services/render/rebuild/stale-pages.ts'
import { missingRedis } from '../support/redis-server.ts'
import { type HotArticle, hotArticles, marksIn, storm } from './edit-storm.ts'
import { type Fallible, type FaultySite, startFaultySite } from './faulty-site.ts'
import { countStale, findOldPages, hasFollowed } from './old-pages.ts'
import { startReaders } from './page-readers.ts'

const ARTICLES = 150
const HOT = 10
const EDITS_EACH = 10
const DOWN_MS = 2_000
const RECOVERY_MS = 30_000
const OTHERS = ['/', '/authors', '/sitemap', '/sitemap.xml', '/llms.txt']

const title = ['while all pages are rebuilt and 100 edits come in', missingRedis]
  .filter(Boolean)
  .join(': ')

describe.skipIf(missingRedis)(title, () => {
  let site: FaultySite
  let articles: HotArticle[]

  beforeAll(async () => {
    site = await startFaultySite(ARTICLES)
    articles = hotArticles(site, HOT)
    await vi.waitUntil(async () => {
      const state = await countStale(site)
      return state !== undefined && state.pages > ARTICLES && staleOf(state) === 0
    }, 60_000)
  }, 120_000)
  afterAll(() => site?.close())

  test('killing the worker loses nothing', async () => {
    await survive(() => fail(site.worker))
  })

  test('killing Postgres loses nothing', async () => {
    await survive(() => fail(site.postgres))
  })

  test('killing Redis, and wiping it when it is back, loses nothing', async () => {
    await survive(async () => {
      await fail(site.redis)
      const client = new Redis(site.redis.url)
      await client.flushall()
      client.disconnect()
    })
  })

  test('killing Postgres loses nothing when it keeps the jobs as well', async () => {
    await site.useRedis(false)
    await survive(() => fail(site.postgres))
  })

  async function survive(fault: () => Promise<void>) {
    const signal = AbortSignal.timeout(90_000)
    const readers = startReaders(site, articles, OTHERS)
    try {
      const before = articles.map(({ acknowledged }) => acknowledged)
      const editing = storm(site, articles, EDITS_EACH, signal)
      const isEdited = () => articles.some((hot, at) => hot.acknowledged > (before[at] ?? 0))
      await vi.waitUntil(isEdited, { timeout: 20_000, interval: 10 })
      await site.changeEveryPage()
      await vi.waitUntil(isRebuilding, { timeout: 20_000, interval: 10 })
      await fault()
      await editing
      await untilUpToDate(RECOVERY_MS)
    } finally {
      await readers.stop()
    }

    expect([...readers.complaints]).toEqual([])
    expect(readers.reads).toBeGreaterThan(200)
    const { compared, old } = await findOldPages(site)
    expect(old).toEqual([])
    expect(compared).toBeGreaterThan(ARTICLES)
  }

  /** The rebuild of all pages has begun and is not through. */
  async function isRebuilding() {
    const bulk = (await countStale(site))?.stale.bulk ?? 0
    return bulk > ARTICLES / 2
  }

  async function untilUpToDate(timeout: number) {
    await expect
      .poll(async () => (await hasFollowed(site)) && staleOf(await countStale(site)), {
        timeout,
        interval: 100,
      })
      .toBe(0)
    await expect.poll(shown, { timeout: 5_000, interval: 100 }).toEqual(expected())
  }

  const expected = () => articles.map(({ acknowledged }) => acknowledged)
  const shown = () =>
    Promise.all(
      articles.map(async (hot) => {
        const html = await (await fetch(site.renderUrl + hot.path)).text()
        return marksIn(html, hot)[0] ?? 0
      }),
    )
})

/** @returns `undefined` while nobody can say */
const staleOf = (state: RebuildState | undefined) =>
  state && state.stale.edits + state.stale['knock-ons'] + state.stale.bulk

async function fail(part: Fallible) {
  await part.kill()
  await sleep(DOWN_MS)
  await part.start()
}
