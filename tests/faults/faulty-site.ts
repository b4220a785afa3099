import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCleanUp } from '../../deploy/local/clean-up.ts'
import { startEmbeddedPostgres } from '../../deploy/local/embedded-postgres.ts'
import { ensureWebBuild } from '../../deploy/local/ensure-web-build.ts'
import { CONTENT_SCHEMA, type Database as Content } from '../../services/content/database/schema.ts'
import { importContent } from '../../services/content/import/import-content.ts'
import { type LoadedBundle, loadWebBundle } from '../../services/render/bundle/web-bundle.ts'
import { RENDER_SCHEMA, type Database as Render } from '../../services/render/rebuild/database.ts'
import { openStore } from '../../services/render/store/open-store.ts'
import type { PageStore } from '../../services/render/store/page-store.ts'
import { connect, type Store } from '../../services/shared/database/connect.ts'
import { migrate } from '../../services/shared/database/migrate.ts'
import { migrateQueue } from '../../services/shared/queues/migrate-queue.ts'
import { type Corpus, openCorpus, writeCorpus } from '../bench/support/corpus.ts'
import { type ServiceProcess, spawnService, untilReady } from '../bench/support/processes.ts'
import { startRedisServer } from '../support/redis-server.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const LOCALE = 'en_US'
export const SITE_URL = 'https://finlore.example'

/** Every part of the site as a process of its own, and servers that can be killed. */
export interface FaultySite {
  contentUrl: string
  renderUrl: string
  editorToken: string
  corpus: Corpus
  bundle: LoadedBundle
  pages: PageStore
  tables: Store<Render>
  content: Freezable
  worker: Fallible
  postgres: Fallible
  /** The worker keeps its jobs in a Redis of their own from now on; until then they are in Postgres. */
  useRedis(): Promise<Fallible & { url: string }>
  /** Changes words in the footer of every page. */
  changeEveryPage(): Promise<void>
  close(): Promise<void>
}

/** Something that can be ended with SIGKILL and started again. */
export interface Fallible {
  kill(): Promise<void>
  start(): Promise<void>
}

/** Something that can be stopped with SIGSTOP, so that it takes connections and never answers. */
export interface Freezable {
  freeze(): void
  thaw(): void
}

export async function startFaultySite(articles: number): Promise<FaultySite> {
  const failures: unknown[] = []
  const cleanUp = createCleanUp((error) => failures.push(error))
  const signal = AbortSignal.timeout(300_000)
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-faults-'))
  cleanUp.add(() => rm(folder, { recursive: true, force: true }))
  try {
    return await start()
  } catch (error) {
    await cleanUp.run()
    throw error
  }

  async function start(): Promise<FaultySite> {
    const postgres = await startPostgres(path.join(folder, 'postgres'))
    cleanUp.add(postgres.stop)
    await ensureWebBuild(() => {})

    const corpus = await openCorpus()
    const contentFolder = path.join(folder, 'content')
    await writeCorpus(corpus, contentFolder, articles)
    const contentTables = await fill(postgres.url, contentFolder)
    cleanUp.add(contentTables.close)

    const editorToken = 'a-token-for-the-faults'
    const spawn = async (entry: string, env: Record<string, string>) => {
      const service = await spawnService(path.join(ROOT, 'services', entry), {
        SITE_LOCALE: LOCALE,
        DATABASE_URL: postgres.url,
        ...env,
      })
      cleanUp.add(service.stop)
      return service
    }
    const content = await spawn('content/server.ts', { EDITOR_TOKEN: editorToken })
    const search = await spawn('search/server.ts', { CONTENT_URL: content.url, SITE_URL })
    const store = `file:${path.join(folder, 'pages')}`
    const renderEnv = { CONTENT_URL: content.url, SITE_URL, PAGE_STORE: store }
    const render = await spawn('render/server.ts', { ...renderEnv, SEARCH_URL: search.url })
    const worker = fallibleWorker(async (redisUrl) => {
      const env = { ...renderEnv, ...(redisUrl && { REDIS_URL: redisUrl }) }
      const service = await spawn('render/worker.ts', env)
      await untilReady(service, signal)
      return service
    })
    await worker.use(undefined)
    for (const service of [content, search, render]) await untilReady(service, signal)

    const bundle = await loadWebBundle()
    const tables = connect<Render>(postgres.url, { schema: RENDER_SCHEMA, max: 2 })
    cleanUp.add(tables.close)
    let edition = 0
    return {
      contentUrl: content.url,
      renderUrl: render.url,
      editorToken,
      corpus,
      bundle,
      pages: openStore(store, { site: { key: 'finlore', variant: 'prod' } }).pages(bundle.build),
      tables,
      content: {
        freeze: () => void process.kill(content.pid, 'SIGSTOP'),
        thaw: () => void process.kill(content.pid, 'SIGCONT'),
      },
      worker,
      postgres,
      async useRedis() {
        const redis = await startRedisServer()
        cleanUp.add(redis.stop)
        await worker.use(redis.url)
        return { url: redis.url, kill: redis.kill, start: redis.restart }
      },
      async changeEveryPage() {
        edition += 1
        const file = path.join(contentFolder, 'site.yaml')
        const settings = await readFile(file, 'utf8')
        await writeFile(file, settings.replace(/^( +disclaimer: ).*$/gm, `$1Edition ${edition}`))
        await importContent(contentTables.write, importOptions(contentFolder))
      },
      async close() {
        await cleanUp.run()
        if (failures.length > 0) throw new AggregateError(failures, 'The site did not stop cleanly')
      },
    }
  }
}

const importOptions = (folder: string) => ({ folder, locale: LOCALE, now: new Date() }) as const

async function fill(databaseUrl: string, folder: string) {
  await migrate(databaseUrl, CONTENT_SCHEMA)
  await migrate(databaseUrl, RENDER_SCHEMA)
  await migrateQueue(databaseUrl)
  const tables = connect<Content>(databaseUrl, { schema: CONTENT_SCHEMA, max: 2 })
  await importContent(tables.write, importOptions(folder))
  return tables
}

/** A Postgres that stays dead when it is killed, until it is started again on the same port. */
async function startPostgres(directory: string) {
  let server = await startEmbeddedPostgres({ directory, log: () => {} })
  const { url } = server
  const port = Number(new URL(url).port)
  return {
    url,
    async kill() {
      const [pid] = readFileSync(path.join(directory, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async start() {
      server = await startEmbeddedPostgres({ directory, log: () => {}, port })
    },
    stop: () => server.stop(),
  }
}

function fallibleWorker(run: (redisUrl: string | undefined) => Promise<ServiceProcess>) {
  let redisUrl: string | undefined
  let worker: ServiceProcess | undefined
  const start = async () => {
    worker = await run(redisUrl)
  }
  return {
    start,
    async kill() {
      if (worker) process.kill(worker.pid, 'SIGKILL')
      await worker?.stop()
    },
    async use(wanted: string | undefined) {
      await worker?.stop()
      redisUrl = wanted
      await start()
    },
  }
}
