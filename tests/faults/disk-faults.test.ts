import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { articleDraft } from '../support/content/corpus.ts'
import { missingSmallDisk, mountSmallDisk, type SmallDisk } from '../support/postgres/small-disk.ts'
import { type HotArticle, hotArticles, storm } from './edit-storm.ts'
import { type FaultySite, startFaultySite } from './faulty-site.ts'
import { findOldPages } from './old-pages.ts'
import { startReaders } from './page-readers.ts'
import { marksShown, untilUpToDate } from './up-to-date.ts'

const ARTICLES = 100
const HOT = 3
const OTHERS = ['/', '/authors', '/sitemap.xml']
const RECOVERY_MS = 120_000
/** Of random text: nothing that Postgres could make smaller. */
const LARGE_BODY_BYTES = 60_000
const MAX_LARGE_EDITS = 100

// They take a tenth of this where nothing else goes on.
vi.setConfig({ testTimeout: 300_000 })

const title = missingSmallDisk ? `disks that are full: ${missingSmallDisk}` : 'disks that are full'

describe.skipIf(missingSmallDisk)(title, () => {
  let postgresDisk: SmallDisk
  let pageDisk: SmallDisk
  let site: FaultySite
  let articles: HotArticle[]

  beforeAll(async () => {
    postgresDisk = mountSmallDisk(256)
    pageDisk = mountSmallDisk(64)
    site = await startFaultySite(ARTICLES, {
      postgres: postgresDisk.folder,
      pages: pageDisk.folder,
    })
    articles = hotArticles(site, HOT)
    await editAll()
    await untilUpToDate(site, articles, RECOVERY_MS)
  }, 180_000)
  afterAll(async () => {
    await site?.close()
    postgresDisk?.remove()
    pageDisk?.remove()
  })

  test('readers and editors see no error while the disk of the page store is full, and missed pages are stored later [F21]', async () => {
    const before = await marksShown(site, articles)
    const errors = await storeErrors()
    await whileRead(async () => {
      pageDisk.fill()
      await editAll()
      await vi.waitUntil(async () => (await storeErrors()) > errors, { timeout: RECOVERY_MS })

      expect(await marksShown(site, articles)).toEqual(before)
      pageDisk.free()
      await untilUpToDate(site, articles, RECOVERY_MS)
    })

    expect((await findOldPages(site)).old).toEqual([])
    const unfinished = () => readdir(path.join(pageDisk.folder, 'pages/_unfinished'))
    await expect.poll(unfinished).toEqual([])
  })

  test('while the disk of Postgres is full readers see no error, and edits are refused without a loss [F4]', async () => {
    const [hot] = articles
    if (!hot) throw new Error('there is no article to edit')
    await whileRead(async () => {
      postgresDisk.fill()
      const answers: number[] = []
      let refusal: Response | undefined
      while (!refusal && answers.length < MAX_LARGE_EDITS) {
        const answer = await editLargely(hot)
        answers.push(answer.status)
        if (answer.ok) hot.acknowledged += 1
        else refusal = answer
      }

      expect(refusal?.status).toBe(503)
      expect(Number(refusal?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await refusal?.json()).toMatchObject({ code: 'unavailable' })
      postgresDisk.free()
      await restartPostgres()
      await editAll()
      await untilUpToDate(site, articles, RECOVERY_MS)
    })

    expect((await findOldPages(site)).old).toEqual([])
  })

  /** No reader may notice anything. */
  async function whileRead(fault: () => Promise<void>) {
    const readers = startReaders(site, articles, OTHERS)
    try {
      await fault()
    } finally {
      postgresDisk.free()
      pageDisk.free()
      await readers.stop()
    }
    expect([...readers.complaints]).toEqual([])
    expect(readers.reads).toBeGreaterThan(20)
  }

  const editAll = () =>
    storm(site, articles, { edits: 1, pauseMs: 0, signal: AbortSignal.timeout(RECOVERY_MS) })

  function editLargely({ article, name, acknowledged }: HotArticle): Promise<Response> {
    const mark = `mark-${acknowledged + 1}-of-${name}`
    const words = randomBytes(LARGE_BODY_BYTES / 2)
      .toString('hex')
      .match(/.{60}/g)
    const body = `${mark}\n\n${words?.join(' ')}\n\n${mark}`
    return fetch(`${site.contentUrl}/articles/${article.slug}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${site.editorToken}`,
        'content-type': 'application/json',
        'if-match': '*',
      },
      body: JSON.stringify(articleDraft({ ...article, body })),
      signal: AbortSignal.timeout(20_000),
    })
  }

  async function storeErrors(): Promise<number> {
    const metrics = await (await fetch(`${site.worker.opsUrl}/metrics`)).text()
    return Number(
      /^finlore_page_store_errors_total\{.*operation="write".*\} (\d+)/m.exec(metrics)?.[1],
    )
  }

  /** One that cannot write its log ends itself, and is restarted by its supervisor. */
  async function restartPostgres() {
    const isThere = () =>
      sql`select 1`.execute(site.tables.write).then(
        () => true,
        () => false,
      )
    if (!(await isThere())) await site.postgres.start()
    await vi.waitUntil(isThere, { timeout: RECOVERY_MS, interval: 100 })
  }
})
