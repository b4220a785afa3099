import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCleanUp } from '../../../../../deploy/local/clean-up.ts'
import { loadWorkerConfig } from '../../../../../services/render/config.ts'
import { purgedAddresses } from '../../../../../services/render/documents/purged-addresses.ts'
import { bodyAddressesOf } from '../../../../../services/render/server/answers/memory/entry-addresses.ts'
import { startWorker } from '../../../../../services/render/start-worker.ts'
import { rawRequest } from '../../../../support/hostile/raw-request.ts'
import { untilFilled } from '../../../../support/pages/stored-pages.ts'
import {
  type CacheServer,
  hasVarnish,
  startPurgedVarnish,
} from '../../../../support/servers/cache-server.ts'
import { freePort } from '../../../../support/site/run-site.ts'
import { createSiteFront, type SiteFront } from '../../../../support/site/site-front.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

const ARTICLE = '/articles/what-owning-a-share-gives-you'
const DATA = `/page-data${ARTICLE}/page-data.json`
/** One of those that feeds have. */
const RENAMED = '/articles/how-to-read-inflation-figures'
const WITHDRAWN = '/articles/what-an-active-mutual-fund-costs'
const headers = { host: new URL(SITE_URL).host }
const WAIT = { timeout: 25_000, interval: 20 }
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const isHere = hasVarnish()
if (!isHere) process.stdout.write('Left out: purges of Varnish, which is not installed.\n')

describe.runIf(isHere)('a Varnish that is purged', () => {
  const cleanUp = createCleanUp((error) => {
    throw error
  })
  let site: WiredSite
  let varnish: CacheServer
  /** Between Varnish and the site, and between the worker and Varnish. */
  let origin: SiteFront
  let purges: SiteFront
  let titles = 0

  beforeAll(async () => {
    const port = await freePort()
    purges = await createSiteFront(`http://127.0.0.1:${port}`)
    cleanUp.add(purges.close)
    site = await wireSite({ cdn: { form: 'http', addresses: [purges.url] } })
    cleanUp.add(site.close)
    origin = await createSiteFront(site.url)
    cleanUp.add(origin.close)
    varnish = await startPurgedVarnish(origin.url, port)
    cleanUp.add(varnish.stop)
    await untilFilled(site)
  })
  afterAll(cleanUp.run)
  beforeEach(async () => {
    purges.mode = 'open'
    origin.mode = 'open'
    origin.onAnswer = () => {}
    await untilPurged()
    await untilKept()
  })

  const db = () => site.renderDatabase.write
  const ask = (address: string) => rawRequest(varnish.url, address, { headers })
  const atOrigin = (address: string) => rawRequest(site.url, address, { headers })
  const waiting = () =>
    db().selectFrom('cdn_purge').selectAll().where('sent_once', '=', false).execute()
  const untilPurged = () => vi.waitFor(async () => expect(await waiting()).toEqual([]), WAIT)
  /** Until the worker has said that pages may be kept, and the server has heard it. */
  const untilKept = () =>
    vi.waitFor(async () => {
      expect((await atOrigin('/')).headers['cache-control']).toContain('s-maxage=86400')
    }, WAIT)
  const purge = (address: string) => rawRequest(varnish.url, address, { method: 'PURGE', headers })
  /** Until Varnish answers by itself, with what it may keep for a day. */
  const untilHit = async (address: string) => {
    expect((await purge(address)).status).toBe(200)
    await vi.waitFor(async () => {
      const { headers: said } = await ask(address)
      expect([said['x-cache'], said['cache-control']]).toEqual([
        'hit',
        'public, max-age=0, must-revalidate',
      ])
    }, WAIT)
  }
  const retitle = async (article = ARTICLE) => {
    const title = `Zebras and their savings, ${++titles}`
    await site.edit('PATCH', article, { title })
    return title
  }
  const untilPublished = (title: string) =>
    vi.waitFor(async () => expect((await atOrigin(ARTICLE)).text).toContain(title), WAIT)
  /** What waits for its repetition is due. */
  const untilRepeated = async () => {
    await db()
      .updateTable('cdn_purge')
      .set({ due_at: new Date(0).toISOString() })
      .execute()
    await vi.waitFor(
      async () => expect(await db().selectFrom('cdn_purge').selectAll().execute()).toEqual([]),
      WAIT,
    )
  }

  test('keeps pages for a day, and shows every form of one within two seconds of an edit', async () => {
    const { items } = JSON.parse((await atOrigin('/feed.json')).text)
    const { pathname: newest } = new URL(items[0].url)
    const forms = [
      ...[newest, `${newest}.md`, `/page-data${newest}/page-data.json`],
      ...['/feed.atom', '/feed.rss', '/feed.json'],
    ]
    for (const address of forms) await untilHit(address)
    const title = await retitle(newest)
    const editedAt = performance.now()
    for (const address of forms) {
      await vi.waitFor(async () => expect((await ask(address)).text).toContain(title), WAIT)
    }
    expect(performance.now() - editedAt).toBeLessThan(2_000)
  })

  test('sends light pages to browsers that save data, and keeps whole ones for the others', async () => {
    await untilHit(ARTICLE)
    const saving = await rawRequest(varnish.url, ARTICLE, {
      headers: { ...headers, 'save-data': 'on' },
    })
    expect(saving.text).toContain('<html data-lite')
    const other = await ask(ARTICLE)
    expect(other.text).not.toContain('<html data-lite')
    expect(other.headers['x-cache']).toBe('hit')
  })

  test('has redirects and withdrawn articles as soon, and what comes into being', async () => {
    await untilHit(RENAMED)
    await untilHit(WITHDRAWN)
    expect((await ask('/articles/inflation')).status).toBe(404)
    await site.edit('PATCH', RENAMED, { slug: 'inflation' })
    await site.edit('DELETE', WITHDRAWN)
    await vi.waitFor(async () => {
      const moved = await ask(RENAMED)
      expect([moved.status, moved.headers.location]).toEqual([301, '/articles/inflation'])
      expect((await ask('/articles/inflation')).status).toBe(200)
      expect((await ask(WITHDRAWN)).status).toBe(410)
    }, WAIT)
    await untilPurged()
    for (const address of [RENAMED, WITHDRAWN]) {
      await vi.waitFor(async () => {
        expect((await atOrigin(address)).headers['cache-control']).toContain('s-maxage=86400')
      }, WAIT)
    }
    await site.edit('PATCH', '/articles/inflation', { slug: RENAMED.split('/')[2] })
    await vi.waitFor(async () => expect((await ask(RENAMED)).status).toBe(200), WAIT)
  })

  test('keeps nothing for long at addresses that are not purged', async () => {
    await atOrigin(ARTICLE)
    for (const address of [
      // This one is not in memory yet.
      '/corrections?utm_source=letter',
      `${ARTICLE}/`,
      `${ARTICLE}?utm_source=letter`,
      ARTICLE.toUpperCase(),
      `${DATA}?a=1`,
      '/no-such-page',
      '/search?q=share',
      '/page-data/404/page-data.json',
      '/robots.txt',
    ]) {
      for (const _twice of [1, 2]) {
        const answer = await atOrigin(address)
        expect(answer.headers, address).not.toHaveProperty('surrogate-key')
        expect(answer.headers['cache-control'], address).not.toContain('s-maxage=86400')
      }
    }
  })

  test('is purged wherever a page has an address of its own', async () => {
    let found = 0
    for await (const { path } of site.store.list()) {
      const { entry } = (await site.store.read(path)) ?? {}
      for (const { address, caching } of entry ? bodyAddressesOf(entry) : []) {
        if (caching === 'revalidate') expect(purgedAddresses(path), path).toContain(address)
        found += 1
      }
    }
    expect(found).toBeGreaterThan(100)
  })

  test('is purged once more of what was on its way while it was purged', async () => {
    // What other edits have changed on the page comes before, so that only this one is on its way.
    await untilRepeated()
    const before = (await atOrigin(ARTICLE)).text
    // Nothing is in Varnish, and an answer of before the edit is held up on its way there.
    await purge(ARTICLE)
    const passOn = Promise.withResolvers<void>()
    const taken = Promise.withResolvers<void>()
    origin.onAnswer = (path) => {
      if (path !== ARTICLE) return
      taken.resolve()
      return passOn.promise
    }
    const late = ask(ARTICLE)
    await taken.promise
    origin.onAnswer = () => {}
    const title = await retitle()
    await untilPublished(title)
    await untilPurged()
    passOn.resolve()
    expect((await late).text).toBe(before)
    // This is what the first purge came too early for.
    expect((await ask(ARTICLE)).text).toBe(before)

    const { due_at } = await db()
      .selectFrom('cdn_purge')
      .select('due_at')
      .where('path', '=', ARTICLE)
      .executeTakeFirstOrThrow()
    const leftMs = Date.parse(due_at) - Date.now()
    expect(leftMs).toBeGreaterThan(10_000)
    expect(leftMs).toBeLessThan(15_000)
    await untilRepeated()
    expect((await ask(ARTICLE)).text).toContain(title)
  })

  test('is purged when it is back, and may keep nothing for long meanwhile', async () => {
    await untilHit(ARTICLE)
    purges.mode = 'cut'
    const title = await retitle()
    await vi.waitFor(async () => {
      expect((await waiting()).map(({ path }) => path)).toContain(ARTICLE)
      expect(site.complaints.join()).toContain('a cache was not purged; it will be retried')
    }, WAIT)
    expect((await ask(ARTICLE)).text).not.toContain(title)

    // A quarter of a minute later, no server answers for a day any more.
    await db()
      .updateTable('cdn_purge')
      .set({ waits_since: new Date(Date.now() - 16_000).toISOString() })
      .execute()
    await vi.waitFor(async () => {
      const { headers: said } = await atOrigin('/')
      expect(said['cache-control']).toContain('s-maxage=2,')
      expect(said).not.toHaveProperty('surrogate-key')
    }, WAIT)
    const { text: metrics } = await rawRequest(site.workerUrl, '/metrics')
    expect(metrics).toMatch(/finlore_cdn_oldest_purge_seconds\{cache="127[^}]*\} [1-9]/)
    expect(metrics).toMatch(/finlore_cdn_purges_total\{.*outcome="failed".*\} [1-9]/)
    expect(metrics).toMatch(/finlore_cdn_long_answers\{?.*\}? 0/)

    purges.mode = 'open'
    await vi.waitFor(async () => expect((await ask(ARTICLE)).text).toContain(title), WAIT)
    await untilKept()
  })

  test('is purged by the next worker of what one that was killed had not sent', async () => {
    await untilHit(ARTICLE)
    purges.mode = 'cut'
    const title = await retitle()
    await vi.waitFor(async () => {
      expect((await waiting()).map(({ path }) => path)).toContain(ARTICLE)
    }, WAIT)
    await site.stopWorker()
    // As a worker leaves it that is killed while it sends.
    const freeAt = Date.now() + 3_000
    await db()
      .updateTable('cdn_target')
      .set({ next_at: new Date(freeAt).toISOString() })
      .execute()
    purges.mode = 'open'
    await site.startWorker()
    await vi.waitFor(async () => expect((await ask(ARTICLE)).text).toContain(title), WAIT)
    expect(Date.now()).toBeGreaterThanOrEqual(freeAt)
  })

  test('keeps its own copies, and no saved ones, while the site is away', async () => {
    await untilHit(ARTICLE)
    origin.mode = 'cut'
    expect((await ask(ARTICLE)).status).toBe(200)
    const title = await retitle()
    await untilPublished(title)
    await untilPurged()
    // Nothing is left to show, and that is not remembered.
    expect((await ask(ARTICLE)).status).toBe(503)
    origin.mode = 'open'
    expect((await ask(ARTICLE)).text).toContain(title)
    await untilHit(ARTICLE)
  })

  test('is purged of everything when another build begins, and keeps nothing until it is alone', async () => {
    const kept = ['/', '/expert-advice', ARTICLE]
    for (const address of kept) await untilHit(address)
    const env = {
      DATABASE_URL: site.renderDatabase.url,
      CONTENT_URL: site.contentUrl,
      PAGE_STORE: `file:${site.pageFolder}`,
      SITE_URL,
    }
    const { close } = await startWorker(
      { ...loadWorkerConfig(env), INDEXING: 'on' },
      {
        database: site.renderDatabase,
        store: site.allPages,
        content: site.contentClient,
        bundle: { ...site.bundle, build: 'b0b0b0b0b0b0b0b0' },
        cdn: { form: 'http', addresses: [purges.url] },
        log: { level: 'silent' },
      },
    )
    try {
      await vi.waitFor(async () => {
        expect(await db().selectFrom('cdn_lease').select('answers').execute()).toEqual([
          { answers: null },
        ])
      }, WAIT)
      await untilPurged()
      await vi.waitFor(async () => {
        expect((await atOrigin('/')).headers['cache-control']).toContain('s-maxage=2,')
      }, WAIT)
      for (const address of kept) {
        const { headers: said } = await ask(address)
        expect(said['x-cache'], address).toBe('miss')
      }
    } finally {
      await close()
    }
    // The other build has not been used for three minutes.
    await db()
      .updateTable('build')
      .set({ seen_at: new Date(Date.now() - 181_000).toISOString() })
      .where('build', '=', 'b0b0b0b0b0b0b0b0')
      .execute()
    await db()
      .updateTable('cdn_lease')
      .set({ changed_at: new Date(Date.now() - 31_000).toISOString() })
      .execute()
    await untilKept()
  })
})
