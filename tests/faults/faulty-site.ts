import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCleanUp } from '../../deploy/local/clean-up.ts'
import { ensureWebBuild } from '../../deploy/local/ensure-web-build.ts'
import type { ProcessName } from '../../deploy/processes.ts'
import { CONTENT_SCHEMA, type Database as Content } from '../../services/content/database/schema.ts'
import { importContent } from '../../services/content/import/import-content.ts'
import {
  type LoadedBundle,
  loadWebBundle,
} from '../../services/render/documents/bundle/web-bundle.ts'
import { openStore } from '../../services/render/store/open-store.ts'
import type { PageStore, PageStores } from '../../services/render/store/page-store.ts'
import {
  RENDER_SCHEMA,
  type RenderDatabase as Render,
} from '../../services/render/worker/records/database.ts'
import { connect, type Databases } from '../../services/shared/database/connect.ts'
import { migrate } from '../../services/shared/database/migrate.ts'
import { migrateQueue } from '../../services/shared/queues/migrate-queue.ts'
import { type Corpus, openCorpus, writeCorpus } from '../support/content/corpus.ts'
import { startRedisServer } from '../support/servers/redis-server.ts'
import {
  type FallibleProcess,
  type FallibleService,
  startFallible,
  startPostgres,
} from './fallible.ts'

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
  /** The same with those of other builds. */
  allPages: PageStores
  /** Where these lie. */
  pageFolder: string
  tables: Databases<Render>
  content: FallibleService
  search: FallibleService
  render: FallibleService
  worker: FallibleService
  postgres: FallibleProcess
  /** One more process, which knows where all others are. Ended with them. */
  startMore(name: ProcessName, env: Record<string, string>): Promise<FallibleService>
  /** The worker keeps its jobs in a Redis of their own from now on; until then they are in Postgres. */
  useRedis(): Promise<FallibleProcess & { url: string }>
  /** Changes words in the footer of every page. */
  changeEveryPage(): Promise<void>
  close(): Promise<void>
}

/** Where these have their files; in a folder of the site's own unless given. */
export interface FaultyPlaces {
  postgres?: string
  pages?: string
}

export async function startFaultySite(
  articles: number,
  places: FaultyPlaces = {},
): Promise<FaultySite> {
  const failures: unknown[] = []
  const cleanUp = createCleanUp((error) => failures.push(error))
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-faults-'))
  cleanUp.add(() => rm(folder, { recursive: true, force: true }))
  try {
    return await start()
  } catch (error) {
    await cleanUp.run()
    throw error
  }

  async function start(): Promise<FaultySite> {
    const postgresFolder = path.join(places.postgres ?? folder, 'postgres')
    const postgres = await startPostgres(postgresFolder, cleanUp)
    await ensureWebBuild(() => {})

    const corpus = await openCorpus()
    const contentFolder = path.join(folder, 'content')
    await writeCorpus(corpus, contentFolder, articles)
    const contentTables = await fill(postgres.url, contentFolder)
    cleanUp.add(contentTables.close)

    const editorToken = 'a-token-for-the-faults'
    const pageFolder = path.join(places.pages ?? folder, 'pages')
    const store = `file:${pageFolder}`
    const env: Record<string, string> = {
      SITE_LOCALE: LOCALE,
      SITE_URL,
      DATABASE_URL: postgres.url,
      PAGE_STORE: store,
      EDITOR_TOKEN: editorToken,
    }
    const startMore = (name: ProcessName, more: Record<string, string> = {}) =>
      startFallible(name, () => ({ ...env, ...more }), cleanUp)
    const content = await startMore('content')
    env.CONTENT_URL = content.url
    const search = await startMore('search')
    env.SEARCH_URL = search.url
    const render = await startMore('render')
    const worker = await startMore('worker')

    const bundle = await loadWebBundle()
    const allPages = openStore(store, { site: { key: 'finlore', variant: 'prod' } })
    const tables = connect<Render>(postgres.url, { schema: RENDER_SCHEMA, max: 2 })
    cleanUp.add(tables.close)
    let edition = 0
    return {
      contentUrl: content.url,
      renderUrl: render.url,
      editorToken,
      corpus,
      bundle,
      pages: allPages.pages(bundle.build),
      allPages,
      pageFolder,
      tables,
      content,
      search,
      render,
      worker,
      postgres,
      startMore,
      async useRedis() {
        const redis = await startRedisServer()
        cleanUp.add(redis.stop)
        env.REDIS_URL = redis.url
        await worker.restart()
        return { url: redis.url, pid: redis.pid, kill: redis.kill, start: redis.restart }
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
