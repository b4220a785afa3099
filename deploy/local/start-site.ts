import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { keepAds } from '../../services/content/ads/keep-ads.ts'
import { keepLinked } from '../../services/content/glossary/keep-linked.ts'
import { keepYear } from '../../services/content/site/current-year.ts'
import { keepMenu } from '../../services/content/topics/keep-menu.ts'
import { buildApp as buildRender } from '../../services/render/app.ts'
import { loadWebBundle } from '../../services/render/bundle/web-bundle.ts'
import { indexNowKey } from '../../services/render/index-now/index-now-env.ts'
import { listenForPublished } from '../../services/render/memory/listen-for-published.ts'
import { connectRegistry, RENDER_SCHEMA } from '../../services/render/rebuild/database.ts'
import { reportUse } from '../../services/render/rebuild/report-use.ts'
import { openStore } from '../../services/render/store/open-store.ts'
import { storeOptions } from '../../services/render/store/store-env.ts'
import { buildWorker } from '../../services/render/worker-app.ts'
import { buildApp as buildSearch } from '../../services/search/app.ts'
import { engineOptions } from '../../services/search/engine-env.ts'
import { buildIndexer } from '../../services/search/indexer-app.ts'
import { createContentClient } from '../../services/shared/clients/content-client.ts'
import { createSearchClient } from '../../services/shared/clients/search-client.ts'
import { migrate } from '../../services/shared/database/migrate.ts'
import { sayRetry } from '../../services/shared/database/say-retry.ts'
import type { Service } from '../../services/shared/http/create-service.ts'
import { closeService } from '../../services/shared/http/run-service.ts'
import { OWN_MACHINE, parseTrustedProxies } from '../../services/shared/http/trusted-proxies.ts'
import { migrateQueue } from '../../services/shared/queues/migrate-queue.ts'
import type { CleanUp } from './clean-up.ts'
import type { StartConfig } from './config.ts'
import type { EditorToken } from './editor-token.ts'
import { closeIngress, createIngress } from './ingress.ts'
import { createProgressLine } from './progress-line.ts'
import { portError } from './require-free-port.ts'
import { openContent } from './run-content.ts'

/** Everything but the ingress is for this machine only. */
export const INSIDE = '127.0.0.1'
/** Answers still under way after this are cut off, so that a stop takes seconds. */
const CUT_OFF_MS = 1_500
/** Readers wait for what was asked before; nobody asks services any more when they are gone. */
const READERS_CUT_OFF_MS = 3_000
/** For their requests that are on the way when it stops. */
const GOODBYE_MS = 500

export interface SiteOptions {
  config: StartConfig
  databaseUrl: string
  editor: EditorToken
  dataFolder: string
}

export interface RunningSite {
  url: string
  contentUrl: string
  /** Where operators look at the rebuild's jobs. */
  jobsUrl: string
  /** Where each service tells operators how it is: `/livez`, `/readyz`, `/metrics`. */
  opsUrls: Readonly<Record<string, string>>
}

/**
 * Runs every service of the site in this process, wired as in the cluster: they meet over HTTP and
 * through the database only.
 *
 * @param cleanUp takes what must be undone, in the order in which it was done
 */
export async function startSite(options: SiteOptions, cleanUp: CleanUp): Promise<RunningSite> {
  const { config, databaseUrl, editor, dataFolder } = options
  const { HOST, PORT, CONTENT_PORT, SITE_LOCALE } = config
  const url = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`
  const siteUrl = config.SITE_URL ?? url
  const indexing = config.INDEXING
  const key = indexNowKey(config)
  const log = { level: config.LOG_LEVEL, stream: process.stderr }
  const opsUrls: Record<string, string> = {}

  await migrate(databaseUrl, RENDER_SCHEMA, { onRetry: sayRetry })
  await migrateQueue(databaseUrl, { onRetry: sayRetry })

  const {
    store: contentStore,
    signal,
    service: content,
  } = await openContent(config, databaseUrl, editor, cleanUp)
  await start('content', content)
  const contentUrl = await listen(content.app, INSIDE, CONTENT_PORT, 'CONTENT_PORT')
  const contentClient = createContentClient(contentUrl)

  const year = keepYear(contentStore.write, (error) =>
    content.app.log.warn({ err: error }, 'the new year is not stored yet'),
  )
  cleanUp.add(year.stop)
  const links = keepLinked({
    db: contentStore.write,
    locale: SITE_LOCALE,
    signal,
    onFailure: (error) =>
      content.app.log.warn({ err: error }, 'older articles are not linked to all terms yet'),
  })
  cleanUp.add(links.stop)
  const menu = keepMenu({
    db: contentStore.write,
    signal,
    onFailure: (error) =>
      content.app.log.warn({ err: error }, 'new topics are not in the menu yet'),
  })
  cleanUp.add(menu.stop)
  if (config.SAPE_URL) {
    const ads = keepAds({ db: contentStore.write, url: config.SAPE_URL, log: content.app.log })
    cleanUp.add(ads.stop)
  }

  const engine = engineOptions(config)
  const { service: search, start: startSearch } = buildSearch({
    ...{ content: contentClient, locale: SITE_LOCALE, siteUrl, indexing, log, ...engine },
    maxPerSecond: config.SEARCH_RATE,
    // The ingress and render are here, and say what they heard.
    trustedProxies: parseTrustedProxies(`${OWN_MACHINE} ${config.TRUSTED_PROXIES}`),
  })
  await start('search', search)
  cleanUp.add(startSearch().close)
  if (engine.meili) {
    const indexer = buildIndexer({
      ...{ content: contentClient, locale: SITE_LOCALE, log, ...engine.meili },
    })
    await start('indexer', indexer.service)
    cleanUp.add(indexer.start().close)
  }
  const searchUrl = await listen(search.app, INSIDE, 0)

  const bundle = await loadWebBundle()
  const address = config.PAGE_STORE ?? `file:${path.join(dataFolder, 'pages')}`
  const pages = {
    store: openStore(address, storeOptions(config)),
    content: contentClient,
    bundle,
    siteUrl,
    log,
  }
  const renderDatabase = connectRegistry(databaseUrl)
  cleanUp.add(renderDatabase.close)
  const db = renderDatabase.write

  const workerApp = await buildWorker({
    ...pages,
    db,
    poolUsage: renderDatabase.usage,
    queues: { databaseUrl, redisUrl: config.REDIS_URL },
    indexNow: key === undefined ? undefined : { key, url: config.INDEXNOW_URL },
    jobsToken: config.JOBS_TOKEN,
    onProgress: createProgressLine(process.stderr),
  })
  cleanUp.add(() => closeService(workerApp.service, CUT_OFF_MS))
  const workerUrl = await listen(workerApp.service.ops, INSIDE, config.WORKER_PORT, 'WORKER_PORT')
  opsUrls.worker = workerUrl
  const worker = await workerApp.start()
  cleanUp.add(worker.close)

  const published = listenForPublished(databaseUrl)
  cleanUp.add(published.close)
  const render = await buildRender({
    ...pages,
    db,
    poolUsage: renderDatabase.usage,
    published,
    search: createSearchClient(searchUrl),
    locale: SITE_LOCALE,
    memoryBytes: config.MEMORY_BYTES,
    serviceWorker: config.SERVICE_WORKER,
    indexing,
    indexNowKey: key,
  })
  await start('render', render)
  const use = reportUse(db, bundle.build, render)
  cleanUp.add(use.close)
  const renderUrl = await listen(render.app, INSIDE, 0)

  const ingress = createIngress({
    ...{ searchUrl, renderUrl, siteUrl, indexing, goodbyeMs: GOODBYE_MS },
    trustedProxies: parseTrustedProxies(config.TRUSTED_PROXIES),
  })
  cleanUp.add(() => closeIngress(ingress, READERS_CUT_OFF_MS))
  await listen(ingress, HOST, PORT, 'PORT')
  return { url, contentUrl, jobsUrl: `${workerUrl}/jobs`, opsUrls }

  /** Opens a service's operator port, and sees to its end. */
  async function start(name: string, service: Service) {
    cleanUp.add(() => closeService(service, CUT_OFF_MS))
    opsUrls[name] = await listen(service.ops, INSIDE, 0)
  }
}

async function listen(app: FastifyInstance, host: string, port: number, variable = 'HOST') {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    throw portError(error, host, port, variable)
  }
}
