import type { Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import type { ContentClient } from '#shared/clients/content-client.ts'
import type { SearchClient } from '#shared/clients/search-client.ts'
import type { Locale, PagePath } from '#shared/contracts/primitives.ts'
import { createService, type LogOptions, type Service } from '#shared/http/create-service.ts'
import { publicHeadersAt } from '#shared/http/indexing.ts'
import { startLoadShedding } from '#shared/http/load-ladder.ts'
import type { LoadFigures } from '#shared/http/measure-load.ts'
import { allowReadingOnly } from '#shared/http/read-only.ts'
import type { HstsScope } from '#shared/http/security-headers.ts'
import {
  PRIVATE_NETWORKS,
  parseTrustedProxies,
  type TrustAddress,
} from '#shared/http/trusted-proxies.ts'
import { observeDependencies } from '#shared/metrics/observe-dependencies.ts'
import { observePools, type PoolUsage } from '#shared/metrics/observe-pool.ts'
import { observeRooms } from '#shared/metrics/observe-rooms.ts'
import { createRoom } from '#shared/room.ts'
import { type LoadedBundle, observeWebBuild } from '../documents/bundle/web-bundle.ts'
import { measureStore } from '../store/measure-store.ts'
import type { PageStore, PageStores } from '../store/page-store.ts'
import type { RenderDatabase } from '../worker/records/database.ts'
import { loadFollower } from '../worker/records/page-registry.ts'
import { answerFromMemory } from './answers/answer-from-memory.ts'
import { type ClientErrorsSwitch, clientErrorRoutes } from './answers/client-error-routes.ts'
import { loadErrorBodies } from './answers/error-bodies.ts'
import { createEarlierAssets } from './answers/files/earlier-assets.ts'
import { type LastingFileOptions, loadLastingFiles } from './answers/files/lasting-files.ts'
import { createPageSender } from './answers/lite-pages.ts'
import { createEntryLoader, type EntryLoader } from './answers/load-entry.ts'
import { createAnswerLoader } from './answers/load-for-answer.ts'
import { createShellLoader } from './answers/load-shell.ts'
import { createLongLife } from './answers/long-life.ts'
import { createEntryCache, type EntryCache } from './answers/memory/entry-cache.ts'
import type { PublishedListener } from './answers/memory/listen-for-published.ts'
import { observePageMemory } from './answers/memory/memory-metrics.ts'
import { pageDataRoutes } from './answers/page-data-routes.ts'
import { pageRoutes } from './answers/page-routes.ts'
import { createPictureCache } from './answers/picture-cache.ts'
import { pictureRoutes } from './answers/picture-routes.ts'
import { publicFileRoutes } from './answers/public-file-routes.ts'
import { createHitShower } from './answers/show-hits.ts'
import { createDrawer, type Drawer } from './pictures/draw-in-threads.ts'
import { createScriptFetcher, type FetchScript } from './third-party-proxy/fetch-script.ts'
import { createScriptCache } from './third-party-proxy/script-cache.ts'
import { thirdPartyRoutes } from './third-party-proxy/third-party-routes.ts'

export interface RenderDependencies extends LastingFileOptions {
  db: Kysely<RenderDatabase>
  /** Usage of the pool behind `db`, if it is to be measured. */
  poolUsage?: (() => PoolUsage) | undefined
  store: PageStores
  content: ContentClient
  search: SearchClient
  bundle: LoadedBundle
  /** The language of pages that are made while content cannot be asked. */
  locale: Locale
  /** Bytes of pages that are kept in memory. */
  memoryBytes: number
  /** `host` by default. */
  hsts?: HstsScope | undefined
  /** Whether errors in readers' browsers are counted; they are by default. */
  clientErrors?: ClientErrorsSwitch
  /** Draws pictures for other sites; a new drawer by default. Closed with the service. */
  drawer?: Drawer
  /** Fetches scripts of other sites; by default from the internet. */
  fetchScript?: FetchScript
  /** Proxies that are trusted about a client's address; by default those of private networks. */
  trustedProxies?: TrustAddress
  /** Measures the load; by default from the event loop and the heap. */
  measureLoad?: () => LoadFigures
  log: LogOptions
}

export interface RenderService extends Service {
  /** Only helps: without it, edits are noticed when pages are compared with the store. */
  published: PublishedListener
  /** Answers may be kept by caches that are purged until this moment of `performance.now()`. */
  keepUntil(moment: number): void
  /** The most used pages and their uses since the last call; at most `limit` of them. */
  takeHits(limit: number): Map<PagePath, number>
  /** Waits until the pages and pictures made so far are stored. */
  stored(): Promise<void>
}

const HOME = '/'
/** Deadline of a request: a reader who waits longer leaves or tries again. */
const READER_MS = 2_500
/** A reader who takes nothing of an answer for this long is cut off. */
const UNREAD_MS = 30_000
/** Pages rendered for single requests at the same time, and how many more wait. */
const SEARCH_PAGES = { places: () => 4, maxWaiting: () => 32, maxWaitMs: 500 }
const NEAREST_PAGES = { places: () => 2, maxWaiting: () => 16, maxWaitMs: 200 }
/** The client address for our own health requests to search. */
const OWN_ADDRESS = '127.0.0.1'

/** Builds the service that answers readers. Opens no socket and reads no environment. */
export async function buildApp(dependencies: RenderDependencies): Promise<RenderService> {
  const { db, content, search, bundle, siteUrl, locale, memoryBytes, log } = dependencies
  const { build } = bundle
  const headersAt = publicHeadersAt(siteUrl, dependencies.indexing, dependencies.hsts)
  const service = createService({
    name: 'render',
    log,
    checks: {
      // A store that cannot be reached at the start means a wrong configuration.
      pages: untilPassed(() => dependencies.store.pages(build).readOwner()),
      site: untilPassed(() => requireHome(loading.load)),
    },
    headersAt,
    trustedProxies: dependencies.trustedProxies ?? parseTrustedProxies(PRIVATE_NETWORKS),
    deadlineMs: READER_MS,
    stillMs: UNREAD_MS,
  })
  const { app, durations, metrics } = service
  const ladder = startLoadShedding(service, dependencies.measureLoad)
  const store = measureStore(dependencies.store, service.metrics)
  const storedPages = store.pages(build)

  const pages = createEntryCache(storedPages, { maxBytes: memoryBytes })
  const life = createLongLife(pages, siteUrl)
  observeServer(service.metrics, dependencies, storedPages, pages)
  const maker = { content, bundle, siteUrl }
  const publisher = {
    db,
    store: storedPages,
    build,
    notifiesSearchEngines: dependencies.indexNowKey !== undefined,
  }
  const loading = createEntryLoader({ pages, publisher, maker, ladder, log: app.log })
  const { load: loadEntry, nearestTo } = loading
  const answers = createAnswerLoader(loadEntry, pages, build)
  const loadShell = createShellLoader(loadEntry)
  const errors = await loadErrorBodies(app, maker, loadShell, locale)
  const files = await loadLastingFiles(bundle, dependencies)

  service.answerFirst(answerFromMemory({ build, pages, life, files, headersAt, durations, ladder }))
  allowReadingOnly(app)
  const findEarlierAsset = createEarlierAssets(store.assets)
  app.register(publicFileRoutes, { answers, files, findEarlierAsset, life })
  const rooms = { searches: createRoom(SEARCH_PAGES), nearest: createRoom(NEAREST_PAGES) }
  observeRooms(service.metrics, { ...loading.rooms, ...rooms })
  const showHits = createHitShower({ pages, loadEntry, log: app.log })
  const pageOptions = {
    loadEntry,
    answers,
    nearestTo,
    life,
    loadShell,
    errors,
    maker,
    ladder,
    rooms,
    sendPage: createPageSender(bundle.assets.liteStyles, locale),
    search: { client: search, showHits, skipsSuggestions: () => ladder.leavesOut('suggestions') },
  }
  app.register(pageDataRoutes, pageOptions)
  app.register(pageRoutes, pageOptions)
  const { drawer = createDrawer(), clientErrors = 'on' } = dependencies
  const pictures = createPictureCache({
    store: store.pictures,
    drawer,
    loadEntry,
    loadShell,
    ladder,
    metrics,
    log: app.log,
  })
  app.register(pictureRoutes, { pictures })
  app.register(clientErrorRoutes, { clientErrors, metrics })
  const { fetchScript = createScriptFetcher() } = dependencies
  app.register(thirdPartyRoutes, { loadShell, loadScript: createScriptCache(fetchScript) })
  const stored = () => Promise.all([loading.stored(), pictures.stored()]).then(() => {})
  app.addHook('onClose', () => drawer.close().then(stored))
  const published = invalidatePublished(pages, build)
  return { ...service, published, keepUntil: life.keepUntil, takeHits: pages.takeHits, stored }
}

/** Pages of memory that were published again are compared with the store at their next use. */
const invalidatePublished = (
  pages: Pick<EntryCache, 'invalidate' | 'invalidateAll'>,
  build: string,
): PublishedListener => ({
  onPublished(publishedBuild, paths) {
    if (publishedBuild === build) pages.invalidate(paths)
  },
  onGap: pages.invalidateAll,
})

/** Metrics of the build, and of what the server depends on. */
function observeServer(
  metrics: Registry,
  { db, poolUsage, content, search, bundle }: RenderDependencies,
  storedPages: Pick<PageStore, 'lastChange'>,
  pages: EntryCache,
): void {
  observePageMemory(metrics, pages)
  observeWebBuild(metrics, bundle.build)
  if (poolUsage) observePools(metrics, { render: poolUsage })
  observeDependencies(metrics, {
    postgres: () => loadFollower(db),
    content: () => content.listTitles(undefined, 1),
    // Too short for a search: it only checks that the service answers.
    search: () => search.search('', { limit: 1, offset: 0 }, OWN_ADDRESS),
    page_store: storedPages.lastChange,
  })
}

/**
 * A check of readiness that is not repeated once it has passed: later, readers are served from
 * memory, the store or content, whichever of them is there.
 */
function untilPassed(check: () => Promise<unknown>): () => Promise<void> {
  let passed = false
  return async () => {
    if (!passed) await check()
    passed = true
  }
}

/**
 * @throws {Error} when the server has no page stored and cannot make one: it would answer only
 *   errors, so readers go to other servers
 */
async function requireHome(loadEntry: EntryLoader): Promise<void> {
  const home = await loadEntry(HOME).catch((cause: Error) => {
    throw new Error(`the home page is not stored and cannot be made: ${cause.message}`, { cause })
  })
  if (!home) throw new Error('there is no home page yet')
}
