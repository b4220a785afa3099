import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isStaticQueryPath } from '../../../../../services/render/documents/static-queries.ts'
import { auditStore } from '../../../../../services/render/worker/rebuild/audit-store.ts'
import { collectBuilds } from '../../../../../services/render/worker/rebuild/collect-builds.ts'
import { touchBuild } from '../../../../../services/render/worker/records/enlist-pages.ts'
import { addHeat } from '../../../../../services/render/worker/records/heat.ts'
import { rawRequest } from '../../../../support/hostile/raw-request.ts'
import { buildEntry } from '../../../../support/pages/stored-entry.ts'
import { readStore, untilFilled } from '../../../../support/pages/stored-pages.ts'
import { type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

const ARTICLE = '/articles/how-a-broad-index-etf-works'
const signal = AbortSignal.timeout(60_000)

let site: WiredSite
beforeAll(async () => {
  site = await wireSite()
  await filled()
})
afterAll(() => site.close())

const db = () => site.renderDatabase.write
const publisher = () => ({ db: db(), store: site.store, build: site.bundle.build })
const filled = () => untilFilled(site)
/** What readers get. Which compressed forms are stored depends on what they have read. */
const bytesOf = async () =>
  [...(await readStore(site))].map(([at, { entry }]) => [
    at,
    entry?.status,
    ...Object.entries(entry?.bodies ?? {}).map(([name, { contentType, bytes }]) => [
      name,
      contentType,
      bytes.identity.toString('base64'),
    ]),
  ])

test('a build renders every page before it is requested', async () => {
  const sitemap = await rawRequest(site.url, '/sitemaps/articles-1.xml')
  const articles = [...sitemap.text.matchAll(/<loc>https:\/\/[^/]+(.*?)<\/loc>/g)].map(
    ([, at]) => at,
  )
  expect(articles.length).toBeGreaterThan(15)
  const stored = await readStore(site)
  expect(articles.filter((at) => !stored.has(at ?? ''))).toEqual([])
  for (const at of ['/', '/404.html', '/search', '/authors', '/shell.json', '/sitemap.xml']) {
    expect(stored.has(at), at).toBe(true)
  }
})

test('rebuilt from nothing, every page is the same byte for byte [P8]', async () => {
  const before = await bytesOf()
  await site.stopWorker()
  await site.store.clear()
  await sql`delete from page`.execute(db())

  await site.startWorker()
  await filled()

  expect(await bytesOf()).toEqual(before)
})

test('which pages are read most is noted in the store, for copies of limited size', async () => {
  await site.stopWorker()
  await addHeat(
    db(),
    new Map([
      ['/authors', 3],
      ['/', 7],
      [ARTICLE, 5],
    ]),
  )
  await site.startWorker()
  const noted = async () => (await site.store.readMostRead()).slice(0, 3)
  await expect.poll(noted, { timeout: 20_000 }).toEqual(['/', ARTICLE, '/authors'])
})

test('a store that was wiped gets its pages and files again while the worker runs [F22]', async () => {
  const before = await bytesOf()
  const files = await readdir(path.join(site.bundle.clientFolder, 'assets'))
  // The worker may be storing compressed forms just now.
  await rm(path.join(site.pageFolder, site.bundle.build), { recursive: true, maxRetries: 10 })

  // The worker hears of an edit at once, and of nothing in 20 s.
  await site.edit('PATCH', ARTICLE, { description: 'Read anew.' })

  const names = async () => [...(await site.allPages.assets.names())].sort()
  await expect.poll(names, { timeout: 20_000 }).toEqual(files.sort())
  await filled()
  expect((await bytesOf()).map(([at]) => at)).toEqual(before.map(([at]) => at))
  for (const name of await names()) {
    const asset = await site.allPages.assets.read(name)
    expect(asset?.isProven, name).toBe(true)
  }
})

describe('the audit', () => {
  const longAgo = () => Date.now() + 60 * 60_000
  const nothing = { lost: 0, unreachable: 0, orphans: 0 }

  test('finds pages that were lost, damaged or replaced by former ones, which are rebuilt [F22]', async () => {
    await site.stopWorker()
    const before = await bytesOf()
    const [, , lost, damaged, former] = [...(await readStore(site)).keys()].filter((at) =>
      at.startsWith('/articles/'),
    )
    if (!lost || !damaged || !former) throw new Error('there are too few articles')
    await site.store.remove(lost)
    await damage(damaged)
    const stored = await site.store.read(former)
    if (!stored) throw new Error(`${former} is not stored`)
    await site.store.write(await buildEntry({ path: former, text: 'of before the power cut' }))

    const result = await auditStore(publisher(), signal, longAgo)

    expect(result).toEqual({ lost: 3, unreachable: 0, orphans: 0 })
    await site.startWorker()
    await filled()
    expect(await bytesOf()).toEqual(before)
  })

  test('finds pages whose reads were lost, which are rebuilt [F22]', async () => {
    const { build } = site.bundle
    const readsOf = (at: string) =>
      db().selectFrom('page_reads').select('tags').where('build', '=', build).where('path', '=', at)
    await site.stopWorker()
    const before = await readsOf(ARTICLE).executeTakeFirstOrThrow()
    const [answer] = [...(await readStore(site)).keys()].filter(isStaticQueryPath)
    if (!answer) throw new Error('no answer of a static query is stored')
    const lost = [ARTICLE, answer]
    await db().deleteFrom('page_reads').where('path', 'in', lost).execute()
    await site.startWorker()
    await site.edit('PATCH', ARTICLE, { title: 'An edit that no reads are met by' })
    await filled()
    expect((await rawRequest(site.url, ARTICLE)).text).not.toContain('no reads are met')

    // An answer that pages named before could not be made again, and it never changes.
    expect(await auditStore(publisher(), signal)).toEqual({ ...nothing, unreachable: 1 })

    await expect
      .poll(async () => (await rawRequest(site.url, ARTICLE)).text, { timeout: 20_000 })
      .toContain('no reads are met')
    await filled()
    expect(await readsOf(ARTICLE).executeTakeFirst()).toEqual(before)
    expect(await site.store.read(answer)).toBeDefined()
    expect(await auditStore(publisher(), signal)).toEqual(nothing)
  })

  test('removes entries of no page, unless they are recent', async () => {
    await site.store.write(await buildEntry({ path: '/articles/nobody-knows-me' }))

    expect(await auditStore(publisher(), signal)).toEqual(nothing)
    expect(await site.store.read('/articles/nobody-knows-me')).toBeDefined()
    expect(await auditStore(publisher(), signal, longAgo)).toEqual({ ...nothing, orphans: 1 })
    expect(await site.store.read('/articles/nobody-knows-me')).toBeUndefined()
  })

  async function damage(at: string) {
    const file = path.join(site.pageFolder, site.bundle.build, 'pages', `${at.slice(1)}.entry`)
    const bytes = await readFile(file)
    await writeFile(file, bytes.subarray(0, bytes.length - 10))
  }
})

describe('former builds', () => {
  const collector = () => ({
    db: db(),
    store: site.allPages,
    build: site.bundle.build,
    dropQueues: async () => {},
  })
  const last = (build: string, age: string) =>
    sql`update build set seen_at = now() - ${age}::interval, begun_at = now() - ${age}::interval
        where build = ${build}`.execute(db())
  const hasPages = async (build: string) =>
    (await site.allPages.pages(build).read('/articles/a')) !== undefined

  async function makeBuild(build: string, age: string) {
    await touchBuild(db(), build)
    await last(build, age)
    await site.allPages.pages(build).write(await buildEntry())
    await site.allPages.assets.keep(build, path.join(site.bundle.clientFolder, 'assets'))
  }

  test('keep their pages for an hour, and the assets of the last three builds [F24]', async () => {
    await makeBuild('former1', '3 hours')
    await makeBuild('former2', '2 hours')
    await makeBuild('former3', '10 minutes')

    const dropped = await collectBuilds(collector())

    expect(dropped.sort()).toEqual(['former1', 'former2'])
    expect(await hasPages('former1')).toBe(false)
    expect(await hasPages('former2')).toBe(false)
    expect(await hasPages('former3')).toBe(true)
    expect((await site.allPages.builds()).sort()).toEqual(
      ['former2', 'former3', site.bundle.build].sort(),
    )
    expect((await rawRequest(site.url, ARTICLE)).status).toBe(200)
  })

  test('that are unknown to the database are kept for the same time', async () => {
    await site.allPages.pages('stranger').write(await buildEntry())

    await collectBuilds(collector())
    expect(await hasPages('stranger')).toBe(true)
    await last('stranger', '2 hours')
    await collectBuilds(collector())
    expect(await hasPages('stranger')).toBe(false)
  })
})
