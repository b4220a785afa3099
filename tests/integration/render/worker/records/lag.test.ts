import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  enlistPages,
  touchBuild,
} from '../../../../../services/render/worker/records/enlist-pages.ts'
import {
  applyChanges,
  loadFollower,
  resetRegistry,
} from '../../../../../services/render/worker/records/page-registry.ts'
import { publishEntries } from '../../../../../services/render/worker/records/publish-entries.ts'
import { measureStalePages } from '../../../../../services/render/worker/records/stale-pages.ts'
import type { Tag } from '../../../../../services/shared/contracts/primitives.ts'
import { SHELL_TAG } from '../../../../../services/shared/contracts/tags.ts'
import { buildEntry } from '../../../../support/pages/stored-entry.ts'
import { type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

const BUILD = 'a1b2c3d4e5f6'
const FEED = '00000000-0000-4000-8000-000000000000'
const HOUR = 3_600
/** No machine is so slow that a test takes longer. */
const MOMENT = 300
const NO_AGES = { edits: 0, 'knock-ons': 0, bulk: 0 }

let site: WiredSite
beforeAll(async () => {
  site = await wireSite({ without: ['worker'] })
})
afterAll(() => site.close())
beforeEach(async () => {
  await resetRegistry(db(), FEED, 1)
  await touchBuild(db(), BUILD)
})

const db = () => site.renderDatabase.write
const ages = async () => (await measureStalePages(db(), BUILD)).ages

/** An edit that was committed so many seconds ago. */
const change = (revision: number, secondsAgo: number, ...tags: Tag[]) =>
  applyChanges(db(), FEED, [
    { revision, at: new Date(Date.now() - secondsAgo * 1_000).toISOString(), tags },
  ])

/** Makes pages as of a revision. @returns for how many seconds they had been stale */
async function make(revision: number, pages: Record<string, Tag[]>): Promise<number[]> {
  const { registry } = await loadFollower(db())
  const made = Object.entries(pages).map(async ([path, tags]) => ({
    entry: await buildEntry({ path, revision, text: `of ${revision}` }),
    tags,
  }))
  const publisher = { db: db(), store: site.allPages.pages(BUILD), build: BUILD }
  return publishEntries(publisher, registry, await Promise.all(made))
}

const between = (from: number, to: number) => ({
  asymmetricMatch: (value: unknown) => Number(value) >= from && Number(value) <= to,
})
const about = (seconds: number) => between(seconds, seconds + MOMENT)

test('a page is stale since the first edit that it does not show', async () => {
  const page = { '/articles/a': ['article:1', 'card:2'] }
  await make(1, page)
  expect(await ages()).toEqual(NO_AGES)

  await change(2, 2 * HOUR, 'article:1')
  await change(3, HOUR, 'article:1')
  expect(await ages()).toEqual({ ...NO_AGES, edits: about(2 * HOUR) })

  expect(await make(3, page)).toEqual([about(2 * HOUR)])
  expect(await ages()).toEqual(NO_AGES)

  await change(4, 10, 'card:2')
  expect(await ages()).toEqual({ ...NO_AGES, 'knock-ons': about(10) })
})

test('a page that was rendered without the newest edit stays stale, and counts once', async () => {
  const pages = { '/articles/a': ['article:1'], '/articles/b': ['article:1'] }
  await make(1, pages)
  await change(2, HOUR, 'article:1')
  await change(3, HOUR, 'article:1')

  // Its model was read between the two.
  expect(await make(2, { '/articles/a': ['article:1'] })).toEqual([])
  expect(await ages()).toEqual({ ...NO_AGES, edits: about(HOUR) })
  expect(await make(3, pages)).toEqual([about(HOUR), about(HOUR)])
})

test('a new page counts from its edit', async () => {
  await change(2, HOUR, 'address:/articles/new')

  expect(await ages()).toEqual({ ...NO_AGES, edits: about(HOUR) })
  expect(await make(2, { '/articles/new': ['article:7'] })).toEqual([about(HOUR)])
})

test('pages with a former header are stale since the new one, outside the editors’ lag', async () => {
  const pages = { '/articles/a': [SHELL_TAG], '/articles/b': [SHELL_TAG] }
  await make(1, pages)
  await change(2, HOUR, SHELL_TAG)

  expect(await ages()).toEqual({ ...NO_AGES, bulk: about(HOUR) })
  expect(await make(2, pages)).toEqual([])
  expect(await ages()).toEqual(NO_AGES)
})

test('where headers change faster than pages are rendered, the lag grows until all are rendered', async () => {
  const shellOnly = (path: string) => ({ [path]: [SHELL_TAG] })
  const pages = { ...shellOnly('/articles/a'), ...shellOnly('/articles/b') }
  await make(1, pages)
  await change(2, 3 * HOUR, SHELL_TAG)
  await make(2, shellOnly('/articles/a'))
  await change(3, 2 * HOUR, SHELL_TAG)
  expect(await ages()).toEqual({ ...NO_AGES, bulk: about(3 * HOUR) })

  await make(3, pages)
  await change(4, HOUR, SHELL_TAG)
  expect(await ages()).toEqual({ ...NO_AGES, bulk: about(HOUR) })
})

test('pages of a build that is no longer used do not count', async () => {
  const former = 'former-build'
  await touchBuild(db(), former)
  await db()
    .insertInto('page')
    .values({
      build: former,
      path: '/articles/a',
      has_shell: true,
      built_revision: 1,
      wanted_revision: 1,
    })
    .execute()
  await db()
    .updateTable('build')
    .set({ seen_at: '2020-01-01T00:00:00Z' })
    .where('build', '=', former)
    .execute()
  await make(1, { '/articles/a': [SHELL_TAG] })
  await change(2, 2 * HOUR, SHELL_TAG)
  await make(2, { '/articles/a': [SHELL_TAG] })
  await change(3, HOUR, SHELL_TAG)

  expect(await ages()).toEqual({ ...NO_AGES, bulk: about(HOUR) })
})

test('pages that a build has never rendered count since they were listed, and not as edits', async () => {
  const { listed } = await enlistPages(db(), BUILD, site.contentClient)
  expect(listed).toBeGreaterThan(0)

  // The first of them in one lane, the others in another.
  const waiting = between(0, MOMENT)
  expect(await ages()).toEqual({ ...NO_AGES, 'knock-ons': waiting, bulk: waiting })
  expect(await make(2, { '/': ['card:1'] })).toEqual([])
})

test('pages without a recorded time have no age', async () => {
  await make(1, { '/articles/a': ['article:1'] })
  await change(2, HOUR, 'article:1')
  await db().updateTable('page').set({ stale_since: null }).execute()

  expect(await ages()).toEqual(NO_AGES)
  expect(await make(2, { '/articles/a': ['article:1'] })).toEqual([])
})
