import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { makeEntry } from '../../services/render/rebuild/make-entry.ts'
import { findStalePages } from '../../services/render/rebuild/page-registry.ts'
import { decodeEntry } from '../../services/render/store/entry-file.ts'
import type { StoredEntry } from '../../services/render/store/stored-entry.ts'
import { rawRequest } from './raw-request.ts'
import { SITE_URL, type WiredSite } from './wire-site.ts'

export interface StoredFile {
  /** Another one after each time the file is written. */
  inode: number
  bytes: Buffer
  entry: StoredEntry | undefined
}

/**
 * Asks for the pages of the site map, so that they are stored.
 *
 * @param every 1 for all of them, 4 for every fourth
 */
export async function fillStore(site: WiredSite, every = 1): Promise<void> {
  const { text } = await rawRequest(site.url, '/sitemap.xml')
  const paths = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) =>
    url.slice(SITE_URL.length),
  )
  const others = ['/search', '/no-such-page', '/slice-data/header.json']
  const wanted = paths.filter((_path, at) => at % every === 0)
  await inTurns([...wanted, ...others], (at) => rawRequest(site.url, at))
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
      const [bytes, { ino }] = await Promise.all([readFile(file), stat(file)])
      const entry = decodeEntry(bytes)
      return [entry?.path ?? file, { inode: ino, bytes, entry }]
    }),
  )
  return new Map(stored.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** What readers could tell apart of an entry. */
export const visible = (entry: StoredEntry | undefined) =>
  entry && {
    status: entry.status,
    location: entry.location,
    etags: Object.entries(entry.bodies).map(([name, { etag }]) => [name, etag]),
  }

/** Paths of stored pages that differ from what their making from now would give. */
export async function findOldPages(site: WiredSite): Promise<string[]> {
  const maker = { content: site.contentClient, bundle: site.bundle, siteUrl: SITE_URL }
  const rendered = [...site.rendered]
  const old: string[] = []
  await inTurns([...(await readStore(site))], async ([at, { entry }]) => {
    const made = await makeEntry(maker, at)
    const now = made.known ? visible(made.entry) : undefined
    if (JSON.stringify(now) !== JSON.stringify(visible(entry))) old.push(at)
  })
  // These renderings are the test's own.
  site.rendered.splice(0, Number.POSITIVE_INFINITY, ...rendered)
  return old
}

export const findStale = ({ renderDatabase, bundle }: WiredSite) =>
  findStalePages(renderDatabase.write, bundle.build, 1_000)
