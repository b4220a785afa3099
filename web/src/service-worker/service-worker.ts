import { MAX_SAVED } from '../browser/max-saved.ts'
import { savesData } from '../browser/saves-data.ts'
import { targetOf } from '../runtime/addresses.ts'
import { ASSETS } from './build-constants.ts'
import { ASSETS_CACHE, answerAsset, areAssetsCached, cacheAssets } from './cached-assets.ts'
import {
  cachePage,
  deletePages,
  findPage,
  keepSaved,
  listPages,
  measureRead,
  PAGES_CACHE,
  refreshPage,
  takeOverPages,
} from './cached-pages.ts'
import { networkFirst } from './network-first.ts'
import { offlinePage } from './offline-page.ts'
import { routeOf } from './route-request.ts'
import { SAVED_CACHE } from './saved-paths.ts'

declare const self: ServiceWorkerGlobalScope

/** Those of the articles, and that of the list itself. */
const MAX_SAVED_PATHS = MAX_SAVED + 1

// Pages that were read can be read again without a network. With one, readers get the server's
// answers: only the files that never change come from the cache.

self.addEventListener('install', (event) => {
  event.waitUntil(prepare())
})

async function prepare(): Promise<void> {
  await self.skipWaiting()
  await cacheAssets()
  if (!savesData()) await takeOverPages()
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.allSettled([
      dropOtherCaches(),
      self.registration.navigationPreload?.enable(),
      self.clients.claim(),
    ]),
  )
})

/** Deletes the caches of former builds, and of the site that was at this address before. */
async function dropOtherCaches(): Promise<void> {
  const own = [ASSETS_CACHE, PAGES_CACHE, SAVED_CACHE]
  const others = (await caches.keys()).filter((name) => !own.includes(name))
  await Promise.all(others.map((name) => caches.delete(name)))
}

self.addEventListener('message', (event) => {
  const { gatsbyApi, shownPath, savedPaths, readPages } = Object(event.data)
  if (gatsbyApi === 'clearPathResources') event.waitUntil(deletePages())
  const target = typeof shownPath === 'string' && targetOf(shownPath, self.location.origin)
  if (target && target.search === '' && !savesData()) event.waitUntil(cachePage(target.path))
  if (Array.isArray(savedPaths)) event.waitUntil(answerSaved(event, savedPaths))
  if (readPages !== undefined) event.waitUntil(answerRead(event, readPages === 'delete'))
})

/** Answers how many bytes of pages are kept because they were read. */
async function answerRead({ ports }: ExtendableMessageEvent, isDeletion: boolean) {
  if (isDeletion) await deletePages()
  ports[0]?.postMessage(await measureRead())
}

/** Answers how much of the pages is kept. */
async function answerSaved({ ports }: ExtendableMessageEvent, paths: readonly unknown[]) {
  const wanted = paths.slice(0, MAX_SAVED_PATHS).flatMap((path) => {
    const target = typeof path === 'string' && targetOf(path, self.location.origin)
    return target && target.search === '' ? [target.path] : []
  })
  const kept = await keepSaved(wanted)
  ports[0]?.postMessage(kept)
}

self.addEventListener('fetch', (event) => {
  const route = routeOf(event.request, self.location.origin)
  switch (route.kind) {
    case 'asset': {
      const answer = answerAsset(route.key)
      if (answer) event.respondWith(answer.catch(fail))
      return
    }
    case 'page-data':
      event.respondWith(answerFor(event, route.key).catch(fail))
      return
    case 'page':
      event.respondWith(answerFor(event, route.key).catch(showOfflinePage))
      return
    case 'document':
      // With navigation preload, the browser has sent the request already.
      if (self.registration.navigationPreload) event.respondWith(answerOf(event).catch(fail))
      return
    case 'speculation-rules':
      event.respondWith(noRules())
      return
    case 'none':
      return
    default:
      route satisfies never
  }
})

async function answerOf({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await preloadResponse
  return preloaded ?? fetch(request)
}

/** @param key of a page or its data; without one, the answer is not cached */
function answerFor(event: FetchEvent, key: string | undefined): Promise<Response> {
  const response = answerOf(event)
  if (key === undefined) return response
  event.waitUntil(
    response.then(
      (answer) => refreshPage(key, answer.clone()),
      () => {},
    ),
  )
  return networkFirst(response, async () => ((await areAssetsCached()) ? findPage(key) : undefined))
}

/**
 * Turns off the speculation rules where a worker is active: the browser would fetch the document
 * without the worker, could not use it, and would delay the click until it had arrived.
 */
const noRules = () =>
  new Response('{}', { headers: { 'content-type': 'application/speculationrules+json' } })

/** The network error that the browser would report without a worker. */
const fail = () => Response.error()

async function showOfflinePage(): Promise<Response> {
  const { language } = self.navigator
  const styles = ASSETS.filter((address) => address.endsWith('.css'))
  return offlinePage({ cached: await listPages(), language, styles })
}
