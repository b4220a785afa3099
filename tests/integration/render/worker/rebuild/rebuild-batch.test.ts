import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EntryMaker } from '../../../../../services/render/documents/make-entry.ts'
import { rebuildBatch } from '../../../../../services/render/worker/rebuild/rebuild-batch.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

const AUTHORS = '/authors'
const PAGES = ['/', AUTHORS, '/search', '/articles/what-owning-a-share-gives-you']

let site: WiredSite
beforeAll(async () => {
  site = await wireSite({ without: ['worker'] })
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.renderDatabase.write.deleteFrom('page').execute()
})

/** Asks content for pages unless it fails: by the number of the call, or by one of the pages. */
function rebuild(fails: (call: number, paths: readonly string[]) => boolean) {
  let calls = 0
  const content: EntryMaker['content'] = {
    ...site.contentClient,
    async loadPageModels(paths, ...rest) {
      calls += 1
      if (fails(calls, paths)) throw new Error('content is ill')
      return site.contentClient.loadPageModels(paths, ...rest)
    },
  }
  const { build } = site.bundle
  const publisher = { db: site.renderDatabase.write, store: site.store, build }
  return rebuildBatch(publisher, { content, bundle: site.bundle, siteUrl: SITE_URL }, PAGES)
}

async function findPostponed(): Promise<string[]> {
  const rows = await site.renderDatabase.write
    .selectFrom('page')
    .select('path')
    .where('retry_at', 'is not', null)
    .execute()
  return rows.map(({ path }) => path)
}

async function enlist() {
  const { build } = site.bundle
  const rows = PAGES.map((path) => ({ build, path, has_shell: true, wanted_revision: 1 }))
  await site.renderDatabase.write.insertInto('page').values(rows).execute()
}

test('a page that fails alone is postponed, and the others are rendered [F20]', async () => {
  await enlist()
  const outcome = await rebuild((_, paths) => paths.includes(AUTHORS))
  expect(outcome).toMatchObject({ made: PAGES.length - 1, failures: [{ path: AUTHORS }] })
  expect(await findPostponed()).toEqual([AUTHORS])
})

test('pages that failed while content was down are rendered, and none is postponed', async () => {
  await enlist()
  const outcome = await rebuild((call) => call <= 3)
  expect(outcome).toMatchObject({ made: PAGES.length, failures: [] })
  expect(await findPostponed()).toEqual([])
})

test('while all pages fail none is postponed: the job is retried', async () => {
  await enlist()
  await expect(rebuild(() => true)).rejects.toThrow('content is ill')
  expect(await findPostponed()).toEqual([])
})
