import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFromModels } from '../../../../../services/render/documents/make-entry.ts'
import { createEntryLoader } from '../../../../../services/render/server/answers/load-entry.ts'
import { createEntryCache } from '../../../../../services/render/server/answers/memory/entry-cache.ts'
import type { PageStore } from '../../../../../services/render/store/page-store.ts'
import type { StoredEntry } from '../../../../../services/render/store/stored-entry.ts'
import { rebuildPages } from '../../../../../services/render/worker/rebuild/rebuild-pages.ts'
import {
  loadFollower,
  resetRegistry,
} from '../../../../../services/render/worker/records/page-registry.ts'
import { publishEntries } from '../../../../../services/render/worker/records/publish-entries.ts'
import { rawRequest } from '../../../../support/hostile/raw-request.ts'
import { buildEntry } from '../../../../support/pages/stored-entry.ts'
import { findStale } from '../../../../support/pages/stored-pages.ts'
import { buildFollower, type StepFollower } from '../../../../support/site/follower.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

let site: WiredSite
let follower: StepFollower
beforeAll(async () => {
  site = await wireSite({ without: ['worker'] })
  follower = buildFollower(site)
  await follower.follow()
})
afterAll(() => site.close())

const stale = () => follower.stale()
const maker = (content = site.contentClient) => ({
  content,
  bundle: site.bundle,
  siteUrl: SITE_URL,
})
const rebuild = (path: string, store: PageStore = site.store) =>
  rebuildPages({ ...follower, store }, maker(), [path])
const htmlOf = async (path: string) =>
  (await site.store.read(path))?.entry.bodies.html?.bytes.identity.toString()
const rename = (slug: string, title: string) => site.edit('PATCH', `/articles/${slug}`, { title })

const loader = (store: PageStore, content = site.contentClient) =>
  createEntryLoader({
    pages: createEntryCache(store, { maxBytes: 1024 * 1024 }),
    publisher: { ...follower, store },
    maker: maker(content),
    log: follower.log,
  })

/** A renderer that stops between reading a page's model and putting the page on record. */
function pauseAfterModel() {
  const loaded = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const content = {
    ...site.contentClient,
    async loadPageModels(paths: readonly string[]) {
      const models = await site.contentClient.loadPageModels(paths)
      loaded.resolve()
      await goOn.promise
      return models
    },
  }
  return { ...loader(follower.store, content), loaded: loaded.promise, goOn: goOn.resolve }
}

test('a new page is rendered once for 200 concurrent requests', async () => {
  const path = '/articles/how-a-broad-index-etf-works'
  const addresses = Array.from({ length: 200 }, (_, at) =>
    at % 2 === 0 ? path : `/page-data${path}/page-data.json`,
  )

  const answers = await Promise.all(addresses.map((at) => rawRequest(site.renderUrl, at)))

  expect(answers.map(({ status }) => status)).toEqual(addresses.map(() => 200))
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(2)
  expect(site.rendered.filter((rendered) => rendered === path)).toHaveLength(1)
})

test('a page rendered ahead stays stale when it was edited again before publication', async () => {
  const path = '/articles/how-a-broad-index-etf-works'
  await rebuild(path)
  await rename('how-a-broad-index-etf-works', 'The first new title')
  const models = await site.contentClient.loadPageModels([path])
  const begun = makeFromModels(maker(), [path], models)
  await rename('how-a-broad-index-etf-works', 'The second new title')
  await follower.follow()

  const made = begun.then(([page]) => page)
  await rebuildPages(follower, maker(), [path], await loadFollower(follower.db), made)
  expect(await htmlOf(path)).toContain('The first new title')
  expect(await stale()).toContain(path)

  await rebuild(path)
  expect(await htmlOf(path)).toContain('The second new title')
  expect(await stale()).not.toContain(path)
})

test('a page rendered ahead and recorded before the marking is not rendered again', async () => {
  const path = '/articles/how-a-broad-index-etf-works'
  await rebuild(path)
  await rename('how-a-broad-index-etf-works', 'A third new title')
  const models = await site.contentClient.loadPageModels([path])
  const made = makeFromModels(maker(), [path], models).then(([page]) => page)
  await rebuildPages(follower, maker(), [path], await loadFollower(follower.db), made)
  await follower.follow()

  expect(await htmlOf(path)).toContain('A third new title')
  expect(await stale()).not.toContain(path)
})

test('edited pages are returned once, and of this build only', async () => {
  const path = '/articles/how-a-broad-index-etf-works'
  const elsewhere = '/articles/defi-and-nft-explained'
  await rebuild(path)
  await rebuildPages({ ...follower, build: 'another-build' }, maker(), [elsewhere])

  await rename('how-a-broad-index-etf-works', 'Once')
  await rename('defi-and-nft-explained', 'Of another build')
  await rename('how-a-broad-index-etf-works', 'Twice')
  await follower.follow()

  const now = await loadFollower(follower.db)
  expect(follower.edited.at(-1)).toEqual({ paths: [path], now })
  await rebuild(path)
})

describe('a change during the rendering of a page', () => {
  test('makes the page stale when it is recorded', async () => {
    const path = '/articles/renting-or-buying-the-numbers'
    const { load, stored, loaded, goOn } = pauseAfterModel()
    const asking = load(path)
    await loaded

    const revision = await rename('renting-or-buying-the-numbers', 'Passed by')
    await follower.follow()
    expect((await loadFollower(follower.db)).revision).toBe(revision)
    expect(follower.announced).not.toContain(path)
    goOn()

    expect((await asking)?.revision).toBeLessThan(revision)
    await stored()
    expect(await htmlOf(path)).not.toContain('Passed by')
    expect(await stale()).toContain(path)
    await rebuild(path)
    expect(await htmlOf(path)).toContain('Passed by')
    expect(await stale()).not.toContain(path)
  })

  test('does not affect a page that it does not touch', async () => {
    const path = '/articles/compound-growth-with-worked-numbers'
    const { load, stored, loaded, goOn } = pauseAfterModel()
    const asking = load(path)
    await loaded
    await site.edit('PATCH', '/articles/renting-or-buying-the-numbers', { body: 'Other words.' })
    await follower.follow()
    goOn()
    await asking
    await stored()

    expect(await stale()).not.toContain(path)
  })

  test('is not undone by an older page that is recorded after the newer one [F18]', async () => {
    const path = '/articles/what-a-bond-is-and-why-its-price-moves'
    const { load, stored, loaded, goOn } = pauseAfterModel()
    const asking = load(path)
    await loaded
    await rename('what-a-bond-is-and-why-its-price-moves', 'The newer words')
    await follower.follow()
    await rebuild(path)
    goOn()
    await asking
    await stored()

    expect(await htmlOf(path)).toContain('The newer words')
    expect(await stale()).not.toContain(path)
  })
})

describe('a process that was paused and lost its lock on a page', () => {
  /** Meanwhile Postgres ends their session, as it does after a while, and others publish an edit. */
  async function loseLock(slug: string, title: string) {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'
    `.execute(follower.db)
    await rename(slug, title)
    await follower.follow()
    await rebuild(`/articles/${slug}`)
    expect(await htmlOf(`/articles/${slug}`)).toContain(title)
  }

  test('does not replace a page that was published since [F18]', async () => {
    const slug = 'hsa-or-fsa'
    const path = `/articles/${slug}`
    await rebuild(path)
    const stopped = {
      ...site.store,
      async describe() {
        await loseLock(slug, 'Published meanwhile')
        // Less than this is no stop.
        await sleep(1_100)
        return undefined
      },
    }

    await expect(rebuild(path, stopped)).rejects.toThrow()

    expect(await htmlOf(path)).toContain('Published meanwhile')
    expect(await stale()).not.toContain(path)
  })

  test('causes the page to be rendered again, when it published late [F18]', async () => {
    const slug = 'hsa-or-fsa'
    const path = `/articles/${slug}`
    await rename(slug, 'The older words')
    await follower.follow()
    const failures: unknown[] = []
    let hasWritten = false
    const stopped = {
      ...site.store,
      async write(entry: StoredEntry) {
        await loseLock(slug, 'The newer words')
        await site.store.write(entry)
        hasWritten = true
      },
    }

    // The connection that the test before this one ended may be the next to be used.
    while (!hasWritten && failures.length < 10) {
      await rebuild(path, stopped).catch((error) => failures.push(error))
    }

    expect(failures).not.toEqual([])
    expect(await htmlOf(path)).toContain('The older words')
    await expect.poll(() => findStale(site)).toContain(path)
    await rebuild(path)
    expect(await htmlOf(path)).toContain('The newer words')
  })
})

describe('a process that dies between recording a page and publishing it', () => {
  const failing = (): PageStore => ({
    ...site.store,
    write: () => Promise.reject(new Error('no space left on device')),
  })

  test('leaves a page that is rendered again, when there was none before [F34]', async () => {
    const path = '/articles/how-big-should-an-emergency-fund-be'
    await expect(rebuild(path, failing())).rejects.toThrow('no space')

    expect(await stale()).toContain(path)
    await rebuild(path)
    expect(await stale()).not.toContain(path)
    expect(await htmlOf(path)).toBeDefined()
  })

  test('leaves a page that is rendered again, when there was an older one', async () => {
    const slug = 'treasury-bills-and-money-market-funds'
    const path = `/articles/${slug}`
    await rebuild(path)
    await rename(slug, 'Not written yet')
    await expect(rebuild(path, failing())).rejects.toThrow('no space')

    expect(await htmlOf(path)).not.toContain('Not written yet')
    expect(await stale()).toContain(path)
    await follower.follow()
    expect(follower.announced).toContain(path)
    await rebuild(path)
    expect(await htmlOf(path)).toContain('Not written yet')
  })

  test('answers the reader with the page, although it is not stored', async () => {
    const path = '/articles/how-to-judge-an-investing-app'
    const { load, stored } = loader(failing())

    expect((await load(path))?.status).toBe(200)
    await stored()
    expect(await site.store.read(path)).toBeUndefined()
    expect(await stale()).toContain(path)
  })
})

describe('publishing', () => {
  test('never replaces a newer page by an older one, nor writes an equal one [P3, F18, F19]', async () => {
    const { registry } = await loadFollower(follower.db)
    const writes: number[] = []
    const store: PageStore = {
      ...site.store,
      async write(entry) {
        writes.push(entry.revision)
        await site.store.write(entry)
      },
    }
    const publish = async (revision: number, text: string) =>
      publishEntries({ ...follower, store }, registry, [
        {
          entry: await buildEntry({ path: '/made-up', revision, text }),
          tags: ['list:made-up'],
        },
      ])

    await publish(7_000, 'seven')
    await publish(5_000, 'five')
    await publish(7_000, 'seven')
    await publish(8_000, 'seven')

    expect(writes).toEqual([7_000])
    await Promise.all(
      [9_003, 9_001, 9_004, 9_002].map((revision) => publish(revision, String(revision))),
    )
    expect(await site.store.read('/made-up')).toMatchObject({ entry: { revision: 9_004 } })
    expect(await stale()).not.toContain('/made-up')
  })

  test('announces replaced pages to copies, and again after a crash [F34]', async () => {
    const { registry } = await loadFollower(follower.db)
    const publish = async (revision: number, store: PageStore = site.store) => {
      const entry = await buildEntry({ path: '/kept', revision, text: String(revision) })
      await publishEntries({ ...follower, store }, registry, [{ entry, tags: ['list:kept'] }])
      return site.store.lastChange()
    }
    const before = await site.store.lastChange()
    // No copy has what did not exist.
    expect(await publish(7_000)).toBe(before)
    expect(await publish(7_001)).not.toBe(before)

    const noteChange = () => Promise.reject(new Error('no space left on device'))
    await expect(publish(7_002, { ...site.store, noteChange })).rejects.toThrow('no space')
    const written = await site.store.lastChange()
    expect(await stale()).toContain('/kept')
    expect(await publish(7_002)).not.toBe(written)
    expect(await stale()).not.toContain('/kept')
  })

  test('repairs what a crashed process left, also when the edit was reverted', async () => {
    const { registry } = await loadFollower(follower.db)
    const publish = async (revision: number, text: string, store: PageStore = site.store) => {
      const entry = await buildEntry({ path: '/taken-back', revision, text })
      await publishEntries({ ...follower, store }, registry, [{ entry, tags: ['list:back'] }])
    }
    const noteChange = () => Promise.reject(new Error('no space left on device'))
    await publish(7_000, 'one')
    await expect(publish(7_001, 'two', { ...site.store, noteChange })).rejects.toThrow('no space')
    expect(await htmlOf('/taken-back')).toContain('two')

    // An older page does not take the place of what he wrote.
    await publish(6_999, 'zero')
    expect(await htmlOf('/taken-back')).toContain('two')

    await publish(7_002, 'one')
    expect(await htmlOf('/taken-back')).toContain('one')
    expect(await stale()).not.toContain('/taken-back')
  })

  test('records published pages even if it fails for another one', async () => {
    const { registry } = await loadFollower(follower.db)
    const made = async (path: string, revision: number) => ({
      entry: await buildEntry({ path, revision, text: String(revision) }),
      tags: ['list:pair'],
    })
    const paths = ['/pair-a', '/pair-b']
    const publish = async (revision: number, store: PageStore = site.store) =>
      publishEntries(
        { ...follower, store },
        registry,
        await Promise.all(paths.map((path) => made(path, revision))),
      )
    await publish(7_000)
    const before = await site.store.lastChange()
    const write: PageStore['write'] = async (entry) => {
      if (entry.path === '/pair-a') throw new Error('no space left on device')
      await site.store.write(entry)
    }

    await expect(publish(7_001, { ...site.store, write })).rejects.toThrow('no space')

    expect(await site.store.lastChange()).not.toBe(before)
    expect(await stale()).toEqual(expect.arrayContaining(paths))
  })

  test('writes an older page when the newer one was lost', async () => {
    const { registry } = await loadFollower(follower.db)
    const entry = await buildEntry({ path: '/lost', revision: 7_000 })
    await publishEntries(follower, registry, [{ entry, tags: ['list:lost'] }])
    await site.store.remove('/lost')

    await publishEntries(follower, registry, [
      { entry: { ...entry, revision: 6_999 }, tags: ['list:lost'] },
    ])

    expect(await site.store.read('/lost')).toMatchObject({ entry: { revision: 6_999 } })
  })
})

test('of a batch, only the pages that were edited before it is published stay stale', async () => {
  const edited = '/articles/how-a-broad-index-etf-works'
  const touched = '/articles/defi-and-nft-explained'
  const other = '/articles/renting-or-buying-the-numbers'
  const paths = [edited, touched, other]
  for (const path of paths) await rebuild(path)
  await rename('how-a-broad-index-etf-works', 'Before the batch')
  await follower.follow()
  const follows = await loadFollower(follower.db)
  const models = await site.contentClient.loadPageModels(paths)
  await rename('how-a-broad-index-etf-works', 'Passed the batch')
  await rename('defi-and-nft-explained', 'Passed the batch as well')
  await follower.follow()

  const made = await makeFromModels(maker(), paths, models)
  const entries = made.flatMap((one) => (one.outcome === 'made' ? one : []))
  await publishEntries(follower, follows.registry, entries)

  const left = await stale()
  expect(paths.filter((path) => left.includes(path))).toEqual([edited, touched])
  for (const path of left) await rebuild(path)
})

test('a page of a former history is served, but not stored in the new one', async () => {
  const path = '/articles/dollar-cost-averaging-versus-lump-sum'
  const { load, stored, loaded, goOn } = pauseAfterModel()
  const asking = load(path)
  await loaded
  const { feed, revision } = await loadFollower(follower.db)
  await resetRegistry(follower.db, feed ?? '', revision)
  goOn()

  expect((await asking)?.status).toBe(200)
  await stored()
  expect(await site.store.read(path)).toBeUndefined()
  await rebuild(path)
  expect(await site.store.read(path)).toBeDefined()
  expect(await stale()).not.toContain(path)
})

test('stale pages are found and rendered by a worker that starts', async () => {
  const path = '/articles/how-to-read-a-fund-fact-sheet'
  const broken = { ...site.store, write: () => Promise.reject(new Error('killed')) }
  await expect(rebuild(path, broken)).rejects.toThrow('killed')

  await site.startWorker()

  await expect.poll(() => site.store.read(path), { timeout: 20_000 }).toBeDefined()
  await expect.poll(stale, { timeout: 20_000 }).toEqual([])
})
