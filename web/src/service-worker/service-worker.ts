import { targetOf } from '../runtime/addresses.ts'
import { savesData } from '../saves-data.ts'
import { ASSETS } from './build-constants.ts'
import { ASSETS_CACHE, answerAsset, areAssetsKept, keepAssets } from './kept-assets.ts'
import {
  findPage,
  forgetPages,
  keepPage,
  listPages,
  PAGES_CACHE,
  refreshPage,
  takeOverPages,
} from './kept-pages.ts'
import { networkFirst } from './network-first.ts'
import { offlinePage } from './offline-page.ts'
import { routeOf } from './route-request.ts'

declare const self: ServiceWorkerGlobalScope

// Pages that were read can be read again without a network. With one, readers get what the server
// says: the worker saves them nothing but the files that never change.

self.addEventListener('install', (event) => {
  event.waitUntil(prepare())
})

async function prepare(): Promise<void> {
  await self.skipWaiting()
  await keepAssets()
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

/** Of former builds, and of the site that was at this address before: its pages are out of date. */
async function dropOtherCaches(): Promise<void> {
  const own = [ASSETS_CACHE, PAGES_CACHE]
  const others = (await caches.keys()).filter((name) => !own.includes(name))
  await Promise.all(others.map((name) => caches.delete(name)))
}

self.addEventListener('message', (event) => {
  const { gatsbyApi, shownPath } = Object(event.data)
  if (gatsbyApi === 'clearPathResources') event.waitUntil(forgetPages())
  const target = typeof shownPath === 'string' && targetOf(shownPath, self.location.origin)
  if (target && target.search === '' && !savesData()) event.waitUntil(keepPage(target.path))
})

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
      event.respondWith(answerFor(event, route.key).catch(sayOffline))
      return
    case 'document':
      // The browser has asked already.
      if (self.registration.navigationPreload) event.respondWith(ask(event).catch(fail))
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

async function ask({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await preloadResponse
  return preloaded ?? fetch(request)
}

/** @param key of a page or its data; without one, nothing of it is kept */
function answerFor(event: FetchEvent, key: string | undefined): Promise<Response> {
  const asked = ask(event)
  if (key === undefined) return asked
  event.waitUntil(
    asked.then(
      (response) => refreshPage(key, response.clone()),
      () => {},
    ),
  )
  return networkFirst(asked, async () => ((await areAssetsKept()) ? findPage(key) : undefined))
}

/**
 * None where a worker is: a browser fetches the document past it, cannot use it, and lets the click
 * wait until it is there.
 */
const noRules = () =>
  new Response('{}', { headers: { 'content-type': 'application/speculationrules+json' } })

/** The same network error as without a worker. */
const fail = () => Response.error()

async function sayOffline(): Promise<Response> {
  const { language } = self.navigator
  const styles = ASSETS.filter((address) => address.endsWith('.css'))
  return offlinePage({ kept: await listPages(), language, styles })
}
