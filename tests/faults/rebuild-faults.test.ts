import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RebuildState } from '../../services/render/worker/records/stale-pages.ts'
import { testTitle } from '../support/servers/queue-backends.ts'
import { missingRedis } from '../support/servers/redis-server.ts'
import { type HotArticle, hotArticles, marksIn, storm } from './edit-storm.ts'
import type { Fallible } from './fallible.ts'
import { type FaultySite, startFaultySite } from './faulty-site.ts'
import { countStale, findOldPages, hasFollowed } from './old-pages.ts'
import { startReaders } from './page-readers.ts'

const ARTICLES = 150
const HOT = 10
const EDITS_EACH = 10
/** Between an editor's edits. */
const PAUSE_MS = 250
const DOWN_MS = 2_000
const RECOVERY_MS = 30_000
const OTHERS = ['/', '/authors', '/sitemap', '/sitemap.xml', '/llms.txt']

const KILLS = 3
/** Of the storm: as many as the content service takes, one after the other for each article. */
const STORM_EDITS_EACH = 60
const AFTER_STORM_MS = 15_000

describe('while editors are busy and all pages are rebuilt', () => {
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

  test('killing the worker three times loses nothing [P5, F17]', async () => {
    await survive(async () => {
      for (let kill = 0; kill < KILLS; kill += 1) await fail(site.worker)
    })
  })

  test('freezing the content service loses nothing [F33]', async () => {
    await survive(async () => {
      site.content.freeze()
      await sleep(DOWN_MS)
      site.content.thaw()
    })
  })

  test('killing Postgres with its jobs loses nothing [P5, F1]', async () => {
    await survive(() => fail(site.postgres))
  })

  test('many edits are on the pages soon after the last one [F38]', async () => {
    const before = articles.map(({ acknowledged }) => acknowledged)
    await storm(site, articles, { edits: STORM_EDITS_EACH, pauseMs: 0, signal: untilTooLate() })
    await untilUpToDate(AFTER_STORM_MS)

    const edited = articles.map(({ acknowledged }, at) => acknowledged - (before[at] ?? 0))
    expect(edited).toEqual(articles.map(() => STORM_EDITS_EACH))
    expect((await findOldPages(site)).old).toEqual([])
  })

  test.skipIf(missingRedis)(
    testTitle('nothing is lost when Postgres is killed, with jobs [F1]', 'Redis'),
    async () => {
      await site.useRedis()
      await survive(() => fail(site.postgres))
    },
  )

  test.skipIf(missingRedis)(
    testTitle('nothing is lost when the queue is killed and wiped [P5, F7, F8]', 'Redis'),
    async () => {
      const redis = await site.useRedis()
      await survive(async () => {
        await fail(redis)
        const client = new Redis(redis.url)
        await client.flushall()
        client.disconnect()
      })
    },
  )

  async function survive(fault: () => Promise<void>) {
    const readers = startReaders(site, articles, OTHERS)
    try {
      const before = articles.map(({ acknowledged }) => acknowledged)
      const editing = storm(site, articles, {
        edits: EDITS_EACH,
        pauseMs: PAUSE_MS,
        signal: untilTooLate(),
      })
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

const untilTooLate = () => AbortSignal.timeout(90_000)

/** @returns `undefined` while it is unknown */
const staleOf = (state: RebuildState | undefined) =>
  state && state.stale.edits + state.stale['knock-ons'] + state.stale.bulk

async function fail(part: Fallible) {
  await part.kill()
  await sleep(DOWN_MS)
  await part.start()
}
