import { BUILD } from './build-constants.ts'
import { partsOf, pathOfData } from './route-request.ts'
import { readSavedPaths, writeSavedPaths } from './saved-paths.ts'

// Caches the pages that were saved and those that were read last, each as two parts: its document and
// its data. All of them are of one build, because the files that pages of other builds need are not
// cached.

/** The most pages that are kept unsaved. Those read longest ago are dropped first. */
const MAX_PAGES = 20
/** How long a request in the background may take. */
const MAX_REQUEST_MS = 10_000

const PREFIX = 'finlore-pages-'
export const PAGES_CACHE = PREFIX + BUILD

let last: Promise<void> = Promise.resolve()

/** Runs one task at a time, or two could each store one part of a page. Never rejects. */
function inTurn(work: (cache: Cache) => Promise<void>): Promise<void> {
  // A failure mostly means that storage is full. Then free room is worth more than the pages that
  // were only read.
  last = last
    .then(() => caches.open(PAGES_CACHE))
    .then(work)
    .catch(() => caches.open(PAGES_CACHE).then(dropRead))
    .catch(() => {})
  return last
}

export const deletePages = () => inTurn(dropRead)

async function dropRead(cache: Cache) {
  for (const path of await readPaths(cache)) await drop(cache, path)
}

/** @param address of one part: that of the document, or of its data */
export const findPage = (address: string): Promise<Response | undefined> =>
  caches
    .match(address, { cacheName: PAGES_CACHE })
    .then((response) => (response && !hasEnded(response) ? response : undefined))
    .catch(() => undefined)

/** Whether its page was withdrawn on its own since it was cached. */
const hasEnded = ({ headers }: Response) => Date.parse(headers.get('sunset') ?? '') <= Date.now()

/** The documents of all cached pages, the last read first. */
export async function listPages(): Promise<{ path: string; html: string }[]> {
  try {
    const cache = await caches.open(PAGES_CACHE)
    const pages = (await pathsIn(cache)).reverse().map(async (path) => {
      const response = await findPage(path)
      return response ? [{ path, html: await response.text() }] : []
    })
    return (await Promise.all(pages)).flat()
  } catch {
    return []
  }
}

/** Caches the page that the reader sees: document and data, or neither. */
export const cachePage = (path: string) => inTurn((cache) => addPage(cache, path))

/**
 * Keeps the pages that the reader has saved, and forgets those that they have taken off their list.
 *
 * @returns the bytes of each that is kept, by its path
 */
export async function keepSaved(paths: readonly string[]): Promise<Record<string, number>> {
  await inTurn(async (cache) => {
    const former = await readSavedPaths()
    await writeSavedPaths(paths)
    for (const path of former) if (!paths.includes(path)) await drop(cache, path)
    for (const path of paths) {
      if (await isWhole(path)) continue
      await addPage(cache, path).catch(async () => {
        await dropRead(cache)
        await addPage(cache, path)
      })
    }
  })
  const sizes: Record<string, number> = {}
  for (const path of paths) {
    const bytes = await bytesOf(path)
    if (bytes !== undefined) sizes[path] = bytes
  }
  return sizes
}

/** The bytes of the pages that were only read. */
export async function measureRead(): Promise<number> {
  try {
    const paths = await readPaths(await caches.open(PAGES_CACHE))
    const sizes = await Promise.all(paths.map(bytesOf))
    return sizes.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0)
  } catch {
    return 0
  }
}

async function isWhole(path: string): Promise<boolean> {
  const parts = await Promise.all(partsOf(path).map(findPage))
  return !parts.includes(undefined)
}

/** @returns `undefined` unless both parts are there */
async function bytesOf(path: string): Promise<number | undefined> {
  let sum = 0
  for (const part of partsOf(path)) {
    const response = await findPage(part)
    if (!response) return undefined
    sum += (await response.blob()).size
  }
  return sum
}

/** Updates a cached page with what the server has just answered for one of its parts. */
export const refreshPage = (address: string, response: Response) =>
  inTurn(async (cache) => {
    const former = await cache.match(address)
    // An answer of a failing server says nothing about the page, nor does a light one.
    if (!former || response.status >= 500 || (await isLite(response))) return
    const path = pathOfData(address) ?? address
    if (!(await mayBeCached(address, response))) return drop(cache, path)
    const isSame = etagOf(former) === etagOf(response)
    await cache.put(address, response)
    if (isSame) return
    // The other part is of an earlier revision now.
    const parts = partsOf(path).map((part) =>
      part === address ? cache.match(part) : request(part),
    )
    await put(cache, path, await Promise.all(parts))
  })

/** Fetches the pages that were saved, and those that the workers of other builds have cached. */
export const takeOverPages = () =>
  inTurn(async (cache) => {
    for (const key of await caches.keys()) {
      if (!key.startsWith(PREFIX) || key === PAGES_CACHE) continue
      const paths = await readPaths(await caches.open(key))
      for (const path of paths.slice(-MAX_PAGES)) await addPage(cache, path)
    }
    for (const path of await readSavedPaths()) await addPage(cache, path)
  })

/** @returns `undefined` when there is no such page now, or it must not be cached */
async function request(address: string): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(MAX_REQUEST_MS)
  const response = await fetch(address, { signal, priority: 'low' }).catch(() => undefined)
  return response && (await mayBeCached(address, response)) ? response : undefined
}

async function mayBeCached(address: string, response: Response): Promise<boolean> {
  if (response.status !== 200 || response.redirected) return false
  if (pathOfData(address) !== undefined) return typeOf(response).startsWith('application/json')
  const text = typeOf(response).startsWith('text/html') && (await response.clone().text())
  return text !== false && text.includes(`data-build="${BUILD}"`)
}

async function put(cache: Cache, path: string, parts: readonly (Response | undefined)[]) {
  const [html, data] = parts
  const [pageAddress, dataAddress] = partsOf(path)
  if (!html || !data) return drop(cache, path)
  await cache.put(dataAddress, data)
  await cache.put(pageAddress, html)
  const paths = await readPaths(cache)
  for (const oldest of paths.slice(0, -MAX_PAGES)) await drop(cache, oldest)
}

async function drop(cache: Cache, path: string) {
  for (const address of partsOf(path)) await cache.delete(address)
}

async function addPage(cache: Cache, path: string) {
  const parts = partsOf(path).map(async (part) => (await cache.match(part)) ?? request(part))
  await put(cache, path, await Promise.all(parts))
}

/** The paths of the pages in a cache, the oldest first. */
async function pathsIn(cache: Cache): Promise<string[]> {
  const addresses = (await cache.keys()).map(({ url }) => new URL(url).pathname)
  return addresses.filter((address) => pathOfData(address) === undefined)
}

/** Those that were only read, and not saved. */
async function readPaths(cache: Cache): Promise<string[]> {
  const saved = await readSavedPaths()
  return (await pathsIn(cache)).filter((path) => !saved.includes(path))
}

/** Whether it is a page for a reader who saves data, which lacks what a cached page must have. */
const isLite = async (response: Response) =>
  typeOf(response).startsWith('text/html') &&
  (await response.clone().text()).includes('<html data-lite')

const typeOf = ({ headers }: Response) => headers.get('content-type') ?? ''
const etagOf = ({ headers }: Response) => headers.get('etag')
