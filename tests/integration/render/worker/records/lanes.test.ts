import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  enlistPages,
  touchBuild,
} from '../../../../../services/render/worker/records/enlist-pages.ts'
import { addHeat } from '../../../../../services/render/worker/records/heat.ts'
import {
  applyChanges,
  loadFollower,
  resetRegistry,
} from '../../../../../services/render/worker/records/page-registry.ts'
import { publishEntries } from '../../../../../services/render/worker/records/publish-entries.ts'
import {
  BULK_SLOTS,
  findBulkPages,
  findBulkSlots,
  findStaleBatches,
  findStaleFrom,
  findStalePages,
  postponePages,
} from '../../../../../services/render/worker/records/stale-pages.ts'
import { SHELL_TAG } from '../../../../../services/shared/contracts/tags.ts'
import type { Lane } from '../../../../../services/shared/queues/rebuild-queues.ts'
import { buildEntry } from '../../../../support/pages/stored-entry.ts'
import { countPages } from '../../../../support/site/count-pages.ts'
import { type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

const BUILD = 'a1b2c3d4e5f6'
const FEED = '00000000-0000-4000-8000-000000000000'

let site: WiredSite
beforeAll(async () => {
  site = await wireSite({ without: ['worker'] })
})
afterAll(() => site.close())
beforeEach(async () => {
  await resetRegistry(db(), FEED, 1)
  await sql`delete from build`.execute(db())
  await sql`delete from heat`.execute(db())
  await touchBuild(db(), BUILD)
})

const db = () => site.renderDatabase.write
const staleIn = (lane: Lane) => findStalePages(db(), BUILD, lane, 1_000)
const shares = () =>
  Promise.all(
    Array.from({ length: BULK_SLOTS }, (_, slot) =>
      findBulkPages(db(), BUILD, { slot, after: '', limit: 1_000 }),
    ),
  )
const bulk = async () => (await shares()).flat()
const change = (revision: number, ...tags: string[]) =>
  applyChanges(db(), FEED, [{ revision, at: '2026-11-20T12:00:00Z', tags }])

/** Puts pages on record as made at revision 1. */
async function record(pages: Record<string, string[]>) {
  const { registry } = await loadFollower(db())
  const made = Object.entries(pages).map(async ([path, tags]) => ({
    entry: await buildEntry({ path, revision: 1 }),
    tags,
  }))
  const publisher = { db: db(), store: site.allPages.pages(BUILD), build: BUILD }
  await publishEntries(publisher, registry, await Promise.all(made))
}

const numbered = (count: number, tags: string[]) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`/articles/a-${at}`, tags]))

test('the page of an edit is rendered before the pages that mention it', async () => {
  await record({
    '/articles/a': ['article:1', 'card:2'],
    '/guides': ['card:1'],
    '/articles/b': ['article:2', 'card:1'],
    '/terms': ['info:terms'],
  })

  await change(2, 'article:1', 'card:1')

  expect(await staleIn('edits')).toEqual(['/articles/a'])
  expect(await staleIn('knock-ons')).toEqual(['/articles/b', '/guides'])
  expect(await bulk()).toEqual([])
})

test('a page in a fast lane is not moved to a slower one', async () => {
  await record({ '/articles/a': ['article:1', 'card:2'] })
  await change(2, 'article:1')
  await change(3, 'card:2')
  expect(await staleIn('edits')).toEqual(['/articles/a'])
})

test('a change of many pages goes to the bulk lane', async () => {
  await record(numbered(201, ['card:1']))
  await change(2, 'card:1')

  expect(await staleIn('knock-ons')).toEqual([])
  expect(await bulk()).toHaveLength(201)
})

test('a new header makes all pages with one stale, without marking each', async () => {
  await record({ ...numbered(20, [SHELL_TAG]), '/sitemap.xml': ['sitemap'] })
  const marked = () =>
    db().selectFrom('page').select('path').where('wanted_revision', '>', 1).execute()

  await change(2, SHELL_TAG)

  expect(await marked()).toEqual([])
  expect(await bulk()).toHaveLength(20)
  expect(await countPages(db(), BUILD)).toEqual({
    pages: 21,
    stale: { edits: 0, 'knock-ons': 0, bulk: 20 },
  })
})

test('after a new header, the most requested pages are rendered first', async () => {
  await record(numbered(150, [SHELL_TAG]))
  await addHeat(
    db(),
    new Map([
      ['/articles/a-77', 3],
      ['/articles/a-78', 1],
    ]),
  )
  await addHeat(db(), new Map([['/articles/a-78', 9]]))

  await change(2, SHELL_TAG)

  expect(await staleIn('knock-ons')).toEqual(['/articles/a-77', '/articles/a-78'])
  expect(await bulk()).toHaveLength(148)
})

test('of the many pages that show a changed fact, the first ten are made at once', async () => {
  await record(numbered(500, ['fact:limit']))
  await change(2, 'fact:limit')
  expect(await staleIn('edits')).toHaveLength(10)
  expect(await bulk()).toHaveLength(490)
  await record(numbered(100, ['fact:rate']))
  await change(3, 'fact:rate')
  expect(await staleIn('knock-ons')).toHaveLength(90)
})

test('of the many pages that show a changed fact, the most read are made first', async () => {
  await record(numbered(500, ['fact:limit']))
  const hits = Array.from({ length: 30 }, (_, at): [string, number] => [
    `/articles/a-${300 + at}`,
    at + 1,
  ])
  await addHeat(db(), new Map([...hits, ['/articles/not-among-them', 1_000]]))
  const first = (await change(2, 'fact:limit')).map(({ path }) => path)
  expect(first).toEqual(
    hits
      .slice(-10)
      .reverse()
      .map(([path]) => path),
  )
  expect(await staleIn('edits')).toEqual(first.toSorted())
  expect(await staleIn('knock-ons')).toEqual(
    hits
      .slice(0, 20)
      .map(([path]) => path)
      .toSorted(),
  )
  expect(await bulk()).toHaveLength(470)
})

test('slots share the bulk lane without overlap', async () => {
  await record(numbered(300, [SHELL_TAG, 'card:1']))
  await change(2, 'card:1')
  const found = await shares()
  expect(found.flat()).toHaveLength(300)
  expect(new Set(found.flat()).size).toBe(300)
  for (const share of found) expect(share.length).toBeGreaterThan(30)
})

test('batches of a lane have each of its stale pages once', async () => {
  await record(numbered(130, ['card:1']))
  await change(2, 'card:1')

  const starts = await findStaleBatches(db(), BUILD, 'knock-ons', { size: 50, limit: 10 })
  const batches = await Promise.all(
    starts.map((from) => findStaleFrom(db(), BUILD, 'knock-ons', { from, limit: 50 })),
  )

  expect(batches.map(({ length }) => length)).toEqual([50, 50, 30])
  expect(batches.map(([first]) => first)).toEqual(starts)
  expect(batches.flat().toSorted()).toEqual((await staleIn('knock-ons')).toSorted())
  expect(await findStaleBatches(db(), BUILD, 'knock-ons', { size: 1, limit: 3 })).toHaveLength(3)
  expect(await findStaleBatches(db(), BUILD, 'edits', { size: 50, limit: 10 })).toEqual([])
})

test('a slot of the bulk lane is pending as long as one of its pages is stale', async () => {
  await record(numbered(201, ['card:1', SHELL_TAG]))
  const every = Array.from({ length: BULK_SLOTS }, (_, slot) => slot)
  expect(await findBulkSlots(db(), BUILD)).toEqual([])

  await change(2, 'card:1')
  expect(await findBulkSlots(db(), BUILD)).toEqual(every)
  await postponePages(db(), BUILD, await bulk())
  expect(await findBulkSlots(db(), BUILD)).toEqual([])

  await record(numbered(201, [SHELL_TAG]))
  await change(3, SHELL_TAG)
  expect(await findBulkSlots(db(), BUILD)).toEqual(every)
})

test('a page that cannot be rendered is moved behind the others [F20]', async () => {
  await record({ '/articles/a': ['article:1'], '/articles/b': ['article:1'] })
  await change(2, 'article:1')
  await postponePages(db(), BUILD, ['/articles/a'])

  expect(await staleIn('edits')).toEqual(['/articles/b'])
  await change(3, 'article:1')
  expect(await staleIn('edits')).toEqual(['/articles/a', '/articles/b'])
})

test('a new page is requested at once, by builds that are complete', async () => {
  while (!(await enlistPages(db(), BUILD, site.contentClient)).complete);
  await db().deleteFrom('page').execute()

  await change(2, 'address:/articles/new', 'list:all')

  expect(await staleIn('edits')).toEqual(['/articles/new'])
})

test('a change that was applied already has no effect', async () => {
  await record({ '/articles/a': ['article:1'] })
  await change(2, 'article:1')
  const before = await db().selectFrom('page').selectAll().execute()
  await change(2, 'article:1')
  expect(await db().selectFrom('page').selectAll().execute()).toEqual(before)
  expect((await loadFollower(db())).revision).toBe(2)
})

test('a build lists every page, the most requested first, and continues after an interruption', async () => {
  await addHeat(db(), new Map([['/articles/defi-and-nft-explained', 5]]))
  const listed: number[] = []
  for (let complete = false; !complete; ) {
    const part = await enlistPages(db(), BUILD, site.contentClient)
    listed.push(part.listed)
    complete = part.complete
  }
  const { pages, stale } = await countPages(db(), BUILD)

  expect(pages).toBeGreaterThan(listed.reduce((sum, count) => sum + count, 0))
  expect(stale['knock-ons'] + stale.bulk).toBe(pages)
  const first = await staleIn('knock-ons')
  expect(first).toEqual(
    expect.arrayContaining(['/', '/articles/defi-and-nft-explained', '/sitemap.xml']),
  )
  expect(await enlistPages(db(), BUILD, site.contentClient)).toEqual({ listed: 0, complete: true })
})
