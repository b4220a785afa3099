import { BUILD } from './build-constants.ts'
import { halvesOf, pathOfData } from './route-request.ts'

// The pages that were read last, each as a document and its data. All of them are of one build: a
// page of another one is not kept, because the files that it needs are not.

/** Pages that can be read without a network; of more, those read longest ago are dropped. */
const MAX_PAGES = 20
/** How long the worker waits for a half of a page that nobody waits for. */
const TIMEOUT_MS = 10_000

const PREFIX = 'finlore-pages-'
export const PAGES_CACHE = PREFIX + BUILD

let last: Promise<void> = Promise.resolve()

/** One after the other, or two could each keep a half. Fails in silence: nobody waits for it. */
function inTurn(work: (cache: Cache) => Promise<void>): Promise<void> {
  // When storage is full the pages in it are of little use, and room is.
  last = last
    .then(() => caches.open(PAGES_CACHE))
    .then(work)
    .catch(forget)
  return last
}

const forget = async () => {
  await caches.delete(PAGES_CACHE).catch(() => false)
}

export const forgetPages = () => inTurn(forget)

/** @param address of one half: that of the page, or of its data */
export const findPage = (address: string): Promise<Response | undefined> =>
  caches.match(address, { cacheName: PAGES_CACHE }).catch(() => undefined)

/** Documents of all kept pages, the last read first. */
export async function listPages(): Promise<{ path: string; html: string }[]> {
  try {
    const cache = await caches.open(PAGES_CACHE)
    const pages = (await pathsIn(cache)).reverse().map(async (path) => ({
      path,
      html: (await (await cache.match(path))?.text()) ?? '',
    }))
    return await Promise.all(pages)
  } catch {
    return []
  }
}

/** Keeps the page that the reader sees: document and data, or neither. */
export const keepPage = (path: string) => inTurn((cache) => keepIn(cache, path))

/** Takes what the server has just answered for one half of a page, if the page is kept. */
export const refreshPage = (address: string, response: Response) =>
  inTurn(async (cache) => {
    const kept = await cache.match(address)
    // An answer of a failing server says nothing about the page.
    if (!kept || response.status >= 500) return
    const path = pathOfData(address) ?? address
    if (!(await mayBeKept(address, response))) return drop(cache, path)
    const isSame = etagOf(kept) === etagOf(response)
    await cache.put(address, response)
    if (isSame) return
    // The other half is of an earlier revision now.
    const halves = halvesOf(path).map((half) => (half === address ? cache.match(half) : ask(half)))
    await put(cache, path, await Promise.all(halves))
  })

/** Fetches again the pages that the workers of other builds kept. */
export const takeOverPages = () =>
  inTurn(async (cache) => {
    for (const key of await caches.keys()) {
      if (!key.startsWith(PREFIX) || key === PAGES_CACHE) continue
      const paths = await pathsIn(await caches.open(key))
      for (const path of paths.slice(-MAX_PAGES)) await keepIn(cache, path)
    }
  })

/** @returns `undefined` when there is no such page now, or none that may be kept */
async function ask(address: string): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(address, { signal, priority: 'low' }).catch(() => undefined)
  return response && (await mayBeKept(address, response)) ? response : undefined
}

async function mayBeKept(address: string, response: Response): Promise<boolean> {
  if (response.status !== 200 || response.redirected) return false
  if (pathOfData(address) !== undefined) return typeOf(response).startsWith('application/json')
  const text = typeOf(response).startsWith('text/html') && (await response.clone().text())
  return text !== false && text.includes(`data-build="${BUILD}"`)
}

async function put(cache: Cache, path: string, halves: readonly (Response | undefined)[]) {
  const [html, data] = halves
  const [pageAddress, dataAddress] = halvesOf(path)
  if (!html || !data) return drop(cache, path)
  await cache.put(dataAddress, data)
  await cache.put(pageAddress, html)
  const paths = await pathsIn(cache)
  for (const oldest of paths.slice(0, -MAX_PAGES)) await drop(cache, oldest)
}

async function drop(cache: Cache, path: string) {
  for (const address of halvesOf(path)) await cache.delete(address)
}

async function keepIn(cache: Cache, path: string) {
  const halves = halvesOf(path).map(async (half) => (await cache.match(half)) ?? ask(half))
  await put(cache, path, await Promise.all(halves))
}

/** Paths of the pages in a cache, those put there first at the front. */
async function pathsIn(cache: Cache): Promise<string[]> {
  const addresses = (await cache.keys()).map(({ url }) => new URL(url).pathname)
  return addresses.filter((address) => pathOfData(address) === undefined)
}

const typeOf = ({ headers }: Response) => headers.get('content-type') ?? ''
const etagOf = ({ headers }: Response) => headers.get('etag')
