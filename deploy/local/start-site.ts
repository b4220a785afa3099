import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ContentProblem } from '../../services/content/folder/content-problem.ts'
import { startContent } from '../../services/content/start-content.ts'
import { connectRegistry } from '../../services/render/records/database.ts'
import { startRender } from '../../services/render/start-render.ts'
import { startWorker } from '../../services/render/start-worker.ts'
import { startIndexer } from '../../services/search/start-indexer.ts'
import { startSearch } from '../../services/search/start-search.ts'
import { closeService, type Started } from '../../services/shared/http/run-service.ts'
import { OWN_MACHINE, parseTrustedProxies } from '../../services/shared/http/trusted-proxies.ts'
import { addressOf, INSIDE } from './claim-machine.ts'
import type { CleanUp } from './clean-up.ts'
import type { StartConfig } from './config.ts'
import type { EditorToken } from './editor-token.ts'
import { closeIngress, createIngress } from './ingress.ts'
import { createProgressLine } from './progress-line.ts'
import { portError } from './require-free-port.ts'
import { sayRemarks } from './run-content.ts'

/** Answers still under way after this are cut off, so that a stop takes seconds. */
const CUT_OFF_MS = 1_500
/** The same for readers' requests; the services get no more requests once these have ended. */
const READERS_CUT_OFF_MS = 3_000
/** Time for requests that are already on the way when the site stops. */
const GOODBYE_MS = 500

export interface SiteOptions {
  config: StartConfig
  /** Of a database that is up to date and has the content. */
  databaseUrl: string
  /** Said once there is a log. */
  remarks: readonly ContentProblem[]
  editor: EditorToken
  dataFolder: string
}

export interface RunningSite {
  url: string
  contentUrl: string
  /** Where operators look at the rebuild's jobs. */
  jobsUrl: string
  /** Addresses of each service's `/livez`, `/readyz` and `/metrics`. */
  opsUrls: Readonly<Record<string, string>>
}

/**
 * Runs every service of the site in this process, wired as in the cluster: they meet over HTTP and
 * through the database only.
 *
 * @param cleanUp takes what must be undone, in the order in which it was done
 */
export async function startSite(options: SiteOptions, cleanUp: CleanUp): Promise<RunningSite> {
  const { config, databaseUrl, remarks, editor, dataFolder } = options
  const { HOST, PORT, CONTENT_PORT } = config
  const url = addressOf(HOST, PORT)
  const siteUrl = config.SITE_URL ?? url
  const indexing = config.INDEXING
  const opsUrls: Record<string, string> = {}
  const settings = {
    ...config,
    SITE_URL: siteUrl,
    DATABASE_URL: databaseUrl,
    PAGE_STORE: config.PAGE_STORE ?? `file:${path.join(dataFolder, 'pages')}`,
    EDITOR_TOKEN: editor.token,
  }
  const log = { level: config.LOG_LEVEL, stream: process.stderr }

  const content = startContent(settings, { editorTokenFile: editor.file, log })
  await open('content', content)
  sayRemarks(remarks, content.service.app.log)
  const contentUrl = await listen(content.service.app, INSIDE, CONTENT_PORT, 'CONTENT_PORT')
  const inside = { ...settings, CONTENT_URL: contentUrl }

  // The ingress and render are here, and say what they heard.
  const TRUSTED_PROXIES = `${OWN_MACHINE} ${config.TRUSTED_PROXIES}`
  const search = startSearch({ ...inside, TRUSTED_PROXIES }, { log })
  await open('search', search)
  const { MEILI_URL } = config
  if (MEILI_URL !== undefined)
    await open('indexer', startIndexer({ ...inside, MEILI_URL }, { log }))
  const searchUrl = await listen(search.service.app, INSIDE, 0)

  const database = connectRegistry(databaseUrl)
  cleanUp.add(database.close)
  const onProgress = createProgressLine(process.stderr)
  const worker = await startWorker(inside, { database, onProgress, log })
  cleanUp.add(() => closeService(worker.service, CUT_OFF_MS))
  cleanUp.add(worker.close)
  const workerUrl = await listen(worker.service.ops, INSIDE, config.WORKER_PORT, 'WORKER_PORT')
  opsUrls.worker = workerUrl

  const render = await startRender({ ...inside, SEARCH_URL: searchUrl }, { database, log })
  await open('render', render)
  const renderUrl = await listen(render.service.app, INSIDE, 0)

  const ingress = createIngress({
    ...{ searchUrl, renderUrl, siteUrl, indexing, goodbyeMs: GOODBYE_MS },
    trustedProxies: parseTrustedProxies(config.TRUSTED_PROXIES),
  })
  cleanUp.add(() => closeIngress(ingress, READERS_CUT_OFF_MS))
  await listen(ingress, HOST, PORT, 'PORT')
  return { url, contentUrl, jobsUrl: `${workerUrl}/jobs`, opsUrls }

  /** Opens a service's operator port, and sees to its end. */
  async function open(name: string, { service, close }: Started) {
    cleanUp.add(close)
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
