import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { inject, vi } from 'vitest'
import { createCleanUp } from '../../../deploy/local/clean-up.ts'
import { loadConfig as loadContentConfig } from '../../../services/content/config.ts'
import { relinkInBackground } from '../../../services/content/edits/relink-in-background.ts'
import { runReleases } from '../../../services/content/releases/run-releases.ts'
import { openContent as openService } from '../../../services/content/start-content.ts'
import { loadServerConfig, loadWorkerConfig } from '../../../services/render/config.ts'
import {
  type LoadedBundle,
  loadWebBundle,
} from '../../../services/render/documents/bundle/web-bundle.ts'
import type { RenderDependencies } from '../../../services/render/server/app.ts'
import { startRender } from '../../../services/render/start-render.ts'
import { startWorker as startWorkerApp } from '../../../services/render/start-worker.ts'
import { openStore } from '../../../services/render/store/open-store.ts'
import type { PageStore, PageStores } from '../../../services/render/store/page-store.ts'
import type { Cdn } from '../../../services/render/worker/cdn/cdn-env.ts'
import type { IndexNow } from '../../../services/render/worker/index-now/notify-search-engines.ts'
import {
  connectRegistry,
  type RenderDatabase,
} from '../../../services/render/worker/records/database.ts'
import { loadFollower } from '../../../services/render/worker/records/page-registry.ts'
import { loadConfig as loadSearchConfig } from '../../../services/search/config.ts'
import { startSearch } from '../../../services/search/start-search.ts'
import {
  type ContentClient,
  createContentClient,
} from '../../../services/shared/clients/content-client.ts'
import type { Databases } from '../../../services/shared/database/connect.ts'
import type { Service } from '../../../services/shared/http/create-service.ts'
import type { IndexingSwitch } from '../../../services/shared/http/indexing.ts'
import { NO_LOAD } from '../../../services/shared/http/load-ladder.ts'
import { closeService } from '../../../services/shared/http/run-service.ts'
import { buildWebOnce } from '../browser/build-web-once.ts'
import { importInto } from '../content/fill-database.ts'
import { copyFilledDatabase, createTestDatabase } from '../postgres/database.ts'
import { freePort } from './run-site.ts'

const TOKEN = 'a-token-for-tests'
const HOST = '127.0.0.1'
const MEMORY_BYTES = String(16 * 1024 * 1024)
const LOCALE = 'en_US'
/** Public address of the wired site: https, so that all security headers are there. */
export const SITE_URL = 'https://finlore.example'

export interface WireOptions {
  /** Services that are not started at first; the worker and content can be started later. */
  without?: readonly ('content' | 'worker')[]
  /** One that is there already, and stays: what is in it is shown, with the site's own content. */
  databaseUrl?: string
  /** A content folder to import instead of the site's own. */
  contentFolder?: string
  /** Gives render a database of its own, so that it can fail alone. */
  ownRenderDatabase?: boolean
  /** The Redis for the worker's queues; Postgres unless given. */
  redisUrl?: string
  /** What the worker's jobs screen asks for. */
  jobsToken?: string
  /** Whether search engines may list it: they may, as those of production, unless told otherwise. */
  indexing?: IndexingSwitch
  /** Where search engines are told what changed: nowhere unless given. */
  indexNow?: IndexNow
  /** Caches that the worker purges: none unless given. */
  cdn?: Cdn
  /** What of the render service is other than it is by itself. */
  render?: Partial<Pick<RenderDependencies, 'serviceWorker' | 'fetchScript' | 'measureLoad'>>
}

export interface WiredSite {
  /** The public address. */
  url: string
  contentUrl: string
  /** The database of content. */
  databaseUrl: string
  renderUrl: string
  searchUrl: string
  /** The worker's private port, while it runs. */
  readonly workerUrl: string
  /** The editor's. */
  token: string
  contentClient: ContentClient
  bundle: LoadedBundle
  /** Pages of this build. */
  store: PageStore
  /** The same with those of all builds. */
  allPages: PageStores
  /** The folder of the store. */
  pageFolder: string
  render: Service
  renderDatabase: Databases<RenderDatabase> & { url: string; drop(): Promise<void> }
  /** Paths of all pages that were rendered so far, in order. */
  rendered: string[]
  /** What the worker complained about: lines of its log. */
  complaints: string[]
  /** An edit through the editor API. @throws {Error} when it is refused */
  edit(method: 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<number>
  startContent(databaseUrl?: string): Promise<void>
  stopContent(): Promise<void>
  /** @param edgeUrl where it asks as readers do; it does not unless given */
  startWorker(edgeUrl?: string): Promise<void>
  stopWorker(): Promise<void>
  close(): Promise<void>
}

/** Content, search, render, worker and ingress as `npm start` wires them, on a database of its own. */
export async function wireSite(options: WireOptions = {}): Promise<WiredSite> {
  const failures: unknown[] = []
  const { indexing = 'on', indexNow, cdn } = options
  const cleanUp = createCleanUp((error) => failures.push(error))
  await buildWebOnce()

  const { databaseUrl: givenUrl, contentFolder: givenFolder } = options
  const isFilled = givenUrl === undefined && givenFolder === undefined
  const folder = givenFolder ?? inject('someContent')
  const database = isFilled
    ? await copyFilledDatabase('finlore_site_template', (url) => importInto(url, { folder }))
    : await (givenUrl ? { url: givenUrl, drop: async () => {} } : createTestDatabase())
  cleanUp.add(database.drop)
  const renderHome = options.ownRenderDatabase ? await createTestDatabase() : database
  let dropped = renderHome === database
  const dropRenderDatabase = async () => {
    if (!dropped) await renderHome.drop()
    dropped = true
  }
  cleanUp.add(dropRenderDatabase)
  const pageFolder = await mkdtemp(path.join(tmpdir(), 'finlore-pages-'))
  cleanUp.add(() => rm(pageFolder, { recursive: true, force: true }))

  const contentPort = await freePort()
  const contentUrl = `http://${HOST}:${contentPort}`
  let content: { close(): Promise<void> } | undefined
  const stopContent = async () => {
    await content?.close()
    content = undefined
  }
  const startContent = async (databaseUrl = database.url) => {
    if (!isFilled || databaseUrl !== database.url) {
      await importInto(databaseUrl, { folder })
    }
    content = await openContent(databaseUrl, contentPort)
  }
  cleanUp.add(stopContent)
  if (!options.without?.includes('content')) await startContent()
  const contentClient = createContentClient(contentUrl)

  const env = {
    DATABASE_URL: renderHome.url,
    CONTENT_URL: contentUrl,
    PAGE_STORE: `file:${pageFolder}`,
    SITE_URL,
    SITE_LOCALE: LOCALE,
    LOG_LEVEL: 'silent',
  }
  // Settings refuse to list a site whose address is an example, as that of these sites is.
  const listed = { INDEXING: indexing }
  // A busy machine must not make it leave out anything, unless a test says so.
  const measureLoad = () => NO_LOAD
  const search = startSearch(
    { ...loadSearchConfig({ ...env, SEARCH_RATE: '1000' }), ...listed },
    { measureLoad },
  )
  cleanUp.add(search.close)
  cleanUp.add(() => closeService(search.service, 500))
  const searchUrl = await listen(search.service.app)

  const { bundle, rendered } = await loadWatchedBundle()
  const allPages = openStore(env.PAGE_STORE, { site: { key: 'finlore', variant: 'dev' } })
  const store = allPages.pages(bundle.build)
  const tables = connectRegistry(renderHome.url)
  cleanUp.add(tables.close)
  const parts = { database: tables, store: allPages, content: contentClient, bundle }
  const complaints: string[] = []

  let worker: { url: string; close(): Promise<void> } | undefined
  const stopWorker = async () => {
    await worker?.close()
    worker = undefined
  }
  const startWorker = async (edgeUrl?: string) => {
    const { service, close } = await startWorkerApp(
      {
        ...loadWorkerConfig({
          ...env,
          REDIS_URL: options.redisUrl,
          JOBS_TOKEN: options.jobsToken,
          EDGE_URL: edgeUrl,
        }),
        ...listed,
      },
      { ...parts, indexNow, cdn, log: { level: 'warn', stream: collectLines(complaints) } },
    )
    worker = {
      url: await listen(service.ops),
      async close() {
        await close()
        await closeService(service, 500)
      },
    }
    if (content) await untilFollowing(tables, store)
  }
  cleanUp.add(stopWorker)
  if (!options.without?.includes('worker')) await startWorker()

  const { service: render, close: closeRender } = await startRender(
    { ...loadServerConfig({ ...env, SEARCH_URL: searchUrl, MEMORY_BYTES }), ...listed },
    { ...parts, indexNowKey: indexNow?.key, measureLoad, ...options.render },
  )
  cleanUp.add(closeRender)
  cleanUp.add(() => closeService(render, 500))
  render.mount('/api/search', search.service)
  const url = await listen(render.app)

  return {
    url,
    contentUrl,
    databaseUrl: database.url,
    renderUrl: url,
    searchUrl,
    get workerUrl() {
      return worker?.url ?? ''
    },
    token: TOKEN,
    contentClient,
    bundle,
    store,
    allPages,
    pageFolder,
    render,
    renderDatabase: { ...tables, url: renderHome.url, drop: dropRenderDatabase },
    rendered,
    complaints,
    edit: (method, editedPath, body) => edit(contentUrl, method, editedPath, body),
    startContent,
    stopContent,
    startWorker,
    stopWorker,
    async close() {
      await cleanUp.run()
      if (failures.length > 0) throw new AggregateError(failures, 'The site did not stop cleanly')
    },
  }
}

/** From then on no page is forgotten any more because its registry begins. */
async function untilFollowing(tables: Databases<RenderDatabase>, store: PageStore): Promise<void> {
  await vi.waitUntil(async () => {
    const { feed, registry } = await loadFollower(tables.write)
    return feed !== null && (await store.readOwner())?.startsWith(registry)
  }, 5_000)
}

/** The content service on a database that has content in it. */
async function openContent(databaseUrl: string, port: number): Promise<{ close(): Promise<void> }> {
  const env = { DATABASE_URL: databaseUrl, EDITOR_TOKEN: TOKEN, LOG_LEVEL: 'silent' }
  const { service, store: tables, signal, close } = openService(loadContentConfig(env))
  await listen(service.app, port)
  // Without the rest of the upkeep: a menu that changes in the middle of a test rebuilds all pages.
  const onFailure = () => {}
  const links = relinkInBackground(tables.write, LOCALE, { signal, onFailure })
  const schedule = runReleases({
    db: tables.write,
    locale: LOCALE,
    onPublished() {},
    onExpired() {},
    onHeld() {},
    onFailure,
  })
  return {
    async close() {
      await schedule.stop()
      await links.stop()
      await closeService(service, 500)
      await close()
    },
  }
}

/** A log destination that collects lines. */
const collectLines = (lines: string[]) =>
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(...String(chunk).split('\n').filter(Boolean))
      done()
    },
  })

/** The web bundle, with a list of all pages that it rendered. */
async function loadWatchedBundle(): Promise<{ bundle: LoadedBundle; rendered: string[] }> {
  const loaded = await loadWebBundle()
  const rendered: string[] = []
  const bundle: LoadedBundle = {
    ...loaded,
    renderPage(page, shell) {
      rendered.push(page.path)
      return loaded.renderPage(page, shell)
    },
  }
  return { bundle, rendered }
}

async function edit(contentUrl: string, method: string, editedPath: string, body?: object) {
  const url = new URL(editedPath, contentUrl)
  const authorization = `Bearer ${TOKEN}`
  const found = method === 'PUT' ? await fetch(url, { headers: { authorization } }) : undefined
  await found?.text()
  const response = await fetch(url, {
    method,
    headers: {
      authorization,
      [found && !found.ok ? 'if-none-match' : 'if-match']: '*',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${editedPath}: ${response.status} ${text}`)
  return Number(JSON.parse(text).revision)
}

const listen = (app: FastifyInstance, port = 0) => app.listen({ host: HOST, port })
