import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ProcessName } from '../../deploy/processes.ts'
import { pageDataPath } from '../../services/render/documents/page-path.ts'
import { entryKey } from '../../services/render/store/entry-key.ts'
import { auditStore } from '../../services/render/worker/rebuild/audit-store.ts'
import { TRUSTED_MS } from '../../services/render/worker/records/prove-locks.ts'
import { type HotArticle, hotArticles, storm } from './edit-storm.ts'
import type { FallibleService } from './fallible.ts'
import { type FaultySite, startFaultySite } from './faulty-site.ts'
import { countStale, findOldPages } from './old-pages.ts'
import { startReaders } from './page-readers.ts'
import { leaking, shiftedClock } from './preload.ts'
import { marksShown, staleOf, untilUpToDate } from './up-to-date.ts'

const ARTICLES = 100
const HOT = 4
const OTHERS = ['/', '/authors', '/sitemap.xml']
const RECOVERY_MS = 120_000
/** While processes leak: of each article, and between two of them. */
const EDITS = 5
const PAUSE_MS = 50
const WAIT = { timeout: RECOVERY_MS, interval: 50 }
const HOUR_MS = 60 * 60_000

// They take a tenth of this where nothing else goes on.
vi.setConfig({ testTimeout: 300_000 })

describe('a site with processes that', () => {
  let site: FaultySite
  let articles: HotArticle[]
  let hot: HotArticle

  beforeAll(async () => {
    site = await startFaultySite(ARTICLES)
    articles = hotArticles(site, HOT)
    const [first] = articles
    if (!first) throw new Error('there is no article to edit')
    hot = first
    await edit()
    await untilUpToDate(site, articles, RECOVERY_MS)
  }, 180_000)
  afterAll(() => site?.close())

  test('are paused until their locks expire replaces no newer page by an older one [F18]', async () => {
    const stopped = site.worker
    const second = await startTwin('worker', {})
    await whileRead(async () => {
      second.freeze()
      const session = await stopWhileRecording(stopped)
      // Postgres does it by itself after half a minute, long after the worker would still trust it.
      await sleep(2 * TRUSTED_MS)
      await sql`select pg_terminate_backend(${session})`.execute(site.tables.write)
      second.thaw()
      await edit()
      await untilUpToDate(site, articles, RECOVERY_MS)

      stopped.thaw()
      await vi.waitUntil(() => isAlive(stopped), WAIT)
      await second.kill()
      await edit()
      await untilUpToDate(site, articles, RECOVERY_MS)
    })
    expect((await findOldPages(site)).old).toEqual([])
  })

  test('cannot render one article keeps its former page, and renders all others [F20]', async () => {
    const { slug } = hot.article
    const setHeadings = (headings: string) =>
      sql`update content.article set headings = ${headings}::jsonb where slug = ${slug}`.execute(
        site.tables.write,
      )
    await whileRead(async () => {
      await setHeadings('{"damaged": true}')
      await changeEveryPage()

      // There may be one left for a moment before that, which is not yet tried.
      await vi.waitUntil(() => metric(site.worker, 'finlore_rebuild_failed_pages_total'), WAIT)
      await vi.waitUntil(async () => staleOf(await countStale(site)) === 1, WAIT)
      for (const address of [hot.path, pageDataPath(hot.path)]) {
        expect((await fetch(site.renderUrl + address)).status, address).toBe(200)
      }
      expect(await editionShown(hot)).not.toBe(await editionShown(articles[1]))
      // An edit of the article repairs it.
      await edit()
      await untilUpToDate(site, articles, RECOVERY_MS)
    })
    expect(await editionShown(hot)).toBe(await editionShown(articles[1]))
    expect((await findOldPages(site)).old).toEqual([])
  })

  test('find damaged stored pages serve none of them, and repair them [F22]', async () => {
    const asset = 'entry-client-0LDbu1Ld.js'
    const code = 'export const whole = true\n'.repeat(20)
    const folder = await mkdtemp(path.join(tmpdir(), 'finlore-former-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(path.join(folder, asset), code)
    await writeFile(path.join(folder, `${asset}.gz`), gzipSync(code))
    await site.allPages.assets.keep('former', folder)
    const pages = articles.map(({ path: at }) =>
      path.join(site.pageFolder, site.bundle.build, 'pages', entryKey(at)),
    )
    const kept = path.join(site.pageFolder, 'former/assets', asset)
    const texts = await Promise.all(articles.map(({ path: at }) => read(at)))
    await Promise.all([...pages, kept].map(damage))
    // What was in memory is whole.
    await site.render.restart()

    expect(await Promise.all(articles.map(({ path: at }) => read(at)))).toEqual(texts)
    const stored = () => findOldPages(site).then(({ old }) => old)
    await expect.poll(stored, { timeout: RECOVERY_MS }).toEqual([])
    const answer = await fetch(`${site.renderUrl}/assets/${asset}`)
    expect(await answer.text()).toBe(code)
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(await readFile(kept, 'utf8')).toBe(code)

    // Where nothing whole is left, there is no such file.
    await Promise.all([kept, `${kept}.gz`].map(damage))
    await site.render.restart()
    const missing = await fetch(`${site.renderUrl}/assets/${asset}`)
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })

  test('leak until they are out of memory are restarted, and nothing is lost [F28]', async () => {
    const twins = {
      content: await startTwin('content', leaking(128)),
      render: await startTwin('render', leaking(128)),
      worker: await startTwin('worker', leaking(128)),
    }
    await whileRead(async () => {
      const editing = edit({ ...site, contentUrl: twins.content.url }, EDITS)
      await changeEveryPage()
      for (const twin of Object.values(twins)) process.kill(twin.pid(), 'SIGUSR2')
      const restarting = Object.values(twins).map(async (twin) => {
        await vi.waitUntil(() => !isRunning(twin), WAIT)
        await twin.start()
      })
      await Promise.all([...restarting, editing])
      await untilUpToDate(site, articles, RECOVERY_MS)
    })
    const shown = await marksShown({ renderUrl: twins.render.url }, articles)
    expect(shown).toEqual(articles.map(({ acknowledged }) => acknowledged))
    expect((await findOldPages(site)).old).toEqual([])
  })

  test.each([
    ['ahead', HOUR_MS],
    ['behind', -HOUR_MS],
  ])(
    'have clocks an hour %s edit, render and show pages like the others [F32]',
    async (_, shiftMs) => {
      const former = site.allPages.pages('former2')
      await former.writeOwner('of a build that is in use elsewhere')
      const clock = shiftedClock(shiftMs)
      const [content, render] = await Promise.all([
        site.startMore('content', clock),
        site.startMore('render', clock),
        site.startMore('worker', clock),
      ])
      const before = await listPages()
      await whileRead(async () => {
        await edit({ ...site, contentUrl: content.url })
        await edit()
        await untilUpToDate(site, articles, RECOVERY_MS)
        // Alone it does the same.
        await site.worker.kill()
        await changeEveryPage()
        await edit()
        await untilUpToDate({ ...site, renderUrl: render.url }, articles, RECOVERY_MS)
        await site.worker.start()
      })

      expect((await findOldPages(site)).old).toEqual([])
      expect(await listPages()).toEqual(before)
      expect(await former.readOwner()).toBeDefined()
      const { write: db } = site.tables
      const publisher = { db, store: site.pages, build: site.bundle.build }
      const audit = await auditStore(
        publisher,
        AbortSignal.timeout(RECOVERY_MS),
        () => Date.now() + shiftMs,
      )
      expect(audit).toEqual({ lost: 0, unreachable: 0, orphans: 0 })
    },
  )

  /** No reader may notice anything. */
  async function whileRead(fault: () => Promise<void>) {
    const readers = startReaders(site, articles, OTHERS)
    try {
      await fault()
    } finally {
      await readers.stop()
    }
    expect([...readers.complaints]).toEqual([])
    expect(readers.reads).toBeGreaterThan(20)
  }

  const edit = (at = site, edits = 1) =>
    storm(at, articles, { edits, pauseMs: PAUSE_MS, signal: AbortSignal.timeout(RECOVERY_MS) })

  /** Postgres has not as many connections as two workers would have at once when all goes on. */
  const changeEveryPage = () => vi.waitFor(site.changeEveryPage, WAIT)

  /** Ended with the test. */
  async function startTwin(name: ProcessName, settings: Record<string, string>) {
    const twin = await site.startMore(name, settings)
    onTestFinished(() => twin.kill())
    return twin
  }

  /** @returns the session of the worker in which the page of an article is locked */
  async function stopWhileRecording(worker: FallibleService): Promise<number> {
    const { write: db } = site.tables
    // It is made in a moment, and until then no other process reads its row.
    await sql`
      update page set wanted_revision = built_revision + 1, lane = 0, retry_at = now() + interval '2 s'
      where build = ${site.bundle.build} and path = ${hot.path}
    `.execute(db)
    const holding = await db.startTransaction().execute()
    await sql`
      select from page where build = ${site.bundle.build} and path = ${hot.path} for update
    `.execute(holding)
    const waits = await vi.waitUntil(() => sessionThat(`wait_event_type = 'Lock'`), WAIT)
    worker.freeze()
    await holding.rollback().execute()
    await vi.waitUntil(
      async () => (await sessionThat(`state = 'idle in transaction'`)) === waits,
      WAIT,
    )
    return waits
  }

  async function sessionThat(is: string): Promise<number | undefined> {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where application_name = 'finlore-render' and pid <> pg_backend_pid() and ${sql.raw(is)}
    `.execute(site.tables.write)
    return rows[0]?.pid
  }

  const read = async (address: string) => (await fetch(site.renderUrl + address)).text()
  const editionShown = async (article: HotArticle | undefined) =>
    /Edition \d+/.exec(await read(article?.path ?? ''))?.[0]

  async function listPages(): Promise<string[]> {
    const paths: string[] = []
    for await (const { path: at } of site.pages.list()) paths.push(at)
    return paths.filter((at) => !at.startsWith('/page-data/sq/')).sort()
  }
})

const isAlive = ({ opsUrl }: FallibleService) =>
  fetch(`${opsUrl}/livez`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

function isRunning(service: FallibleService): boolean {
  try {
    return process.kill(service.pid(), 0)
  } catch {
    return false
  }
}

/** The sum of a metric over all its labels. */
async function metric({ opsUrl }: FallibleService, name: string): Promise<number> {
  const text = await (await fetch(`${opsUrl}/metrics`)).text()
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))]
  return values.reduce((sum, [, value]) => sum + Number(value), 0)
}

/** One bit, in the middle. */
async function damage(file: string): Promise<void> {
  const bytes = await readFile(file)
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(file, bytes)
}
