import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createCleanUp } from '../../deploy/local/clean-up.ts'
import { rawRequest } from '../support/hostile/raw-request.ts'
import {
  hasVarnish,
  startPurgedVarnish,
  type VarnishServer,
} from '../support/servers/cache-server.ts'
import { createTcpLink, type TcpLink } from '../support/servers/tcp-link.ts'
import { type HotArticle, hotArticles, marksIn, storm } from './edit-storm.ts'
import type { FallibleService } from './fallible.ts'
import { type FaultySite, SITE_URL, startFaultySite } from './faulty-site.ts'

const ARTICLES = 100
const WAIT = { timeout: 60_000, interval: 50 }
const headers = { host: new URL(SITE_URL).host }
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const isHere = hasVarnish()
if (!isHere) process.stdout.write('Left out: faults of purges. Varnish is not installed.\n')

describe.runIf(isHere)('a cache in front of the site', () => {
  const cleanUp = createCleanUp((error) => {
    throw error
  })
  let site: FaultySite
  let hot: HotArticle
  let varnish: VarnishServer
  let purges: TcpLink
  let worker: FallibleService

  beforeAll(async () => {
    site = await startFaultySite(ARTICLES)
    cleanUp.add(site.close)
    const [first] = hotArticles(site, 1)
    if (!first) throw new Error('there is no article to edit')
    hot = first
    varnish = await startPurgedVarnish(site.renderUrl)
    cleanUp.add(varnish.stop)
    purges = await createTcpLink(varnish.url)
    cleanUp.add(purges.cut)
    // In place of the one that purges nothing.
    await site.worker.kill()
    worker = await site.startMore('worker', {
      CDN_PURGE: 'http',
      CDN_PURGE_URL: purges.url,
    })
  })
  afterAll(cleanUp.run)

  const edit = () =>
    storm(site, [hot], { edits: 1, pauseMs: 0, signal: AbortSignal.timeout(WAIT.timeout) })
  const ask = () => rawRequest(varnish.url, hot.path, { headers })
  const shownMark = async () => marksIn((await ask()).text, hot)[0]
  /** Until Varnish has the page, and may keep it for a day. */
  const untilKept = () =>
    vi.waitFor(async () => {
      const { headers: said } = await rawRequest(site.renderUrl, hot.path)
      expect(said['cache-control']).toContain('s-maxage=86400')
      await rawRequest(varnish.url, hot.path, { method: 'PURGE', headers })
      await ask()
      expect((await ask()).headers['x-cache']).toBe('hit')
    }, WAIT)
  const untilNoted = () =>
    vi.waitFor(async () => {
      const noted = await site.tables.write
        .selectFrom('cdn_purge')
        .select('path')
        .where('path', '=', hot.path)
        .where('sent_once', '=', false)
        .execute()
      expect(noted).toHaveLength(1)
    }, WAIT)

  test('forgets what changed, though the process that purges it is killed meanwhile [F63]', async () => {
    await untilKept()
    // It takes the purge and never answers.
    purges.freeze()
    await edit()
    await untilNoted()
    await worker.kill()
    // And what it was sent is lost.
    await purges.cut()
    await purges.mend()
    expect(await shownMark()).not.toBe(hot.acknowledged)

    await worker.start()
    await vi.waitFor(async () => expect(await shownMark()).toBe(hot.acknowledged), WAIT)
  })

  test('forgets it as soon as it is back, and Postgres too [F63]', async () => {
    await untilKept()
    await purges.cut()
    await edit()
    await untilNoted()
    await site.postgres.kill()
    expect((await ask()).status).toBe(200)
    await site.postgres.start()
    await purges.mend()
    await vi.waitFor(async () => expect(await shownMark()).toBe(hot.acknowledged), WAIT)
  })

  test('may keep nothing for long when no process purges it any more [F63]', async () => {
    await untilKept()
    await worker.kill()
    await vi.waitFor(async () => {
      const { headers: said } = await rawRequest(site.renderUrl, hot.path)
      expect(said['cache-control']).toContain('s-maxage=2,')
    }, WAIT)
  })
})
