import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { vi } from 'vitest'
import { makeEntry } from '../../../services/render/documents/make-entry.ts'
import { decodeEntry } from '../../../services/render/store/entry-file.ts'
import type { StoredEntry } from '../../../services/render/store/stored-entry.ts'
import {
  BULK_SLOTS,
  findBulkPages,
  findStalePages,
} from '../../../services/render/worker/records/stale-pages.ts'
import type { PagePath } from '../../../services/shared/contracts/primitives.ts'
import { rawRequest } from '../hostile/raw-request.ts'
import { countPages } from '../site/count-pages.ts'
import { SITE_URL, type WiredSite } from '../site/wire-site.ts'

export interface StoredFile {
  /** Changes each time the page is made and stored; its compressed forms may be stored later. */
  made: number | undefined
  bytes: Buffer
  entry: StoredEntry | undefined
}

/**
 * Asks for the pages of the site map, so that they are stored.
 *
 * @param every 1 for all of them, 4 for every fourth
 */
export async function fillStore(site: WiredSite, every = 1): Promise<void> {
  const files = await readLocations(site, '/sitemap.xml')
  const paths = (await Promise.all(files.map((file) => readLocations(site, file)))).flat()
  const others = ['/search', '/no-such-page', '/llms.txt']
  const wanted = paths.filter((_path, at) => at % every === 0)
  await inTurns([...wanted, ...others], (at) => rawRequest(site.url, at))
}

/** Waits until the worker has made all pages. */
export async function untilFilled({ renderDatabase, bundle }: WiredSite): Promise<void> {
  const db = renderDatabase.write
  await vi.waitUntil(
    async () => {
      const row = await db
        .selectFrom('build')
        .select('enlisted_at')
        .where('build', '=', bundle.build)
        .executeTakeFirst()
      const { pages, stale } = await countPages(db, bundle.build)
      const left = stale.edits + stale['knock-ons'] + stale.bulk
      return row?.enlisted_at && pages > 0 && left === 0
    },
    { timeout: 20_000, interval: 50 },
  )
}

/** What a file of the site map names: the index its files, those pages. */
async function readLocations(site: WiredSite, file: string): Promise<string[]> {
  const { text } = await rawRequest(site.url, file)
  return [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url.slice(SITE_URL.length))
}

/** A few at a time: the test machine has other tests to run. */
async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>) {
  const waiting = [...items]
  const turns = Array.from({ length: 6 }, async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  })
  await Promise.all(turns)
}

/** Every stored page by its path, as it lies on disk. */
export async function readStore({ pageFolder, bundle }: WiredSite) {
  const folder = path.join(pageFolder, bundle.build, 'pages')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const stored = await Promise.all(
    files.map(async (file): Promise<[string, StoredFile]> => {
      const bytes = await readFile(file)
      const entry = decodeEntry(bytes)
      return [entry?.path ?? file, { made: entry?.revision, bytes, entry }]
    }),
  )
  return new Map(stored.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The parts of an entry that readers can see. */
export const visible = (entry: StoredEntry | undefined) =>
  entry && {
    status: entry.status,
    location: entry.location,
    etags: Object.entries(entry.bodies).map(([name, { etag }]) => [name, etag]),
  }

/** Paths of stored pages that differ from the same pages made now. */
export async function findOldPages(site: WiredSite): Promise<string[]> {
  const maker = { content: site.contentClient, bundle: site.bundle, siteUrl: SITE_URL }
  const rendered = [...site.rendered]
  const old: string[] = []
  await inTurns([...(await readStore(site))], async ([at, { entry }]) => {
    const made = await makeEntry(maker, at)
    const now = made.outcome === 'made' ? visible(made.entry) : undefined
    if (JSON.stringify(now) !== JSON.stringify(visible(entry))) old.push(at)
  })
  // These renderings are the test's own.
  site.rendered.splice(0, Number.POSITIVE_INFINITY, ...rendered)
  return old
}

/** Pages that should be newer, of every lane. */
export async function findStale({ renderDatabase, bundle }: WiredSite): Promise<PagePath[]> {
  const { write: db } = renderDatabase
  const all = 1_000
  const lanes = await Promise.all([
    findStalePages(db, bundle.build, 'edits', all),
    findStalePages(db, bundle.build, 'knock-ons', all),
    ...Array.from({ length: BULK_SLOTS }, (_, slot) =>
      findBulkPages(db, bundle.build, { slot, after: '', limit: all }),
    ),
  ])
  return lanes.flat()
}
