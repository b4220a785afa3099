import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { CleanUp } from '../../deploy/local/clean-up.ts'
import { startEmbeddedPostgres } from '../../deploy/local/postgres/embedded-postgres.ts'
import { type ProcessName, startOf } from '../../deploy/processes.ts'
import { isFeedPath } from '../../services/render/documents/feeds/feed-addresses.ts'
import { isSitemapPath } from '../../services/render/documents/sitemap-xml.ts'
import {
  type FinishedRun,
  readFamilyCpu,
  runMeasured,
  type ServiceProcess,
  spawnService,
  untilReady,
} from '../../tests/support/machine/processes.ts'

import { until, type WaitOptions } from '../../tests/support/machine/until.ts'

const MIGRATE_MS = 60_000
const IMPORT_MS = 60_000
const IMPORT_MS_PER_ARTICLE = 20
const FILL_MS = 60_000
const FILL_MS_PER_ARTICLE = 60
export const BENCH_SITE_URL = 'https://finlore.example'
/** An address without a service: this bench sends no searches. */
const NO_SEARCH = 'http://127.0.0.1:9'

/** Milliseconds that making all pages of a site may take. */
export const mostFillMs = (articles: number) => FILL_MS + articles * FILL_MS_PER_ARTICLE

/** The site as it runs in production: a Postgres of its own and a process for every service. */
export interface BenchSite {
  /** How the content folder was imported. */
  imported: FinishedRun
  /** Imports the folder as it is now. */
  importAgain(): Promise<FinishedRun>
  databaseUrl: string
  postgresPid: number
  content: ServiceProcess
  editorToken: string
  registry: RegistryView
  /** CPU seconds of Postgres so far. */
  databaseCpu(): Promise<number>
  /** Bytes of the database with its indexes. */
  databaseBytes(): Promise<number>
  /** Returns when it has read all titles and is ready. */
  startSearch(timeoutMs: number): Promise<ServiceProcess>
  /**
   * Returns when the process runs; it has begun to fill its empty store then.
   *
   * @param more settings of its own
   */
  startWorker(more?: Record<string, string>): Promise<ServiceProcess>
  /** Returns when it is ready. */
  startRender(): Promise<ServiceProcess>
}

export interface BenchSiteOptions {
  /** Gets everything that is stored. */
  folder: string
  contentFolder: string
  articles: number
  signal: AbortSignal
}

/** @param cleanUp gets everything that is started, also when a later step fails */
export async function startBenchSite(
  { folder, contentFolder, articles, signal }: BenchSiteOptions,
  cleanUp: CleanUp,
): Promise<BenchSite> {
  const directory = path.join(folder, 'postgres')
  const postgres = await startEmbeddedPostgres({ directory, log: () => {}, signal })
  cleanUp.add(postgres.stop)
  const [postmaster = ''] = (await readFile(path.join(directory, 'postmaster.pid'), 'utf8')).split(
    '\n',
    1,
  )

  const env = { DATABASE_URL: postgres.url, SITE_LOCALE: 'en_US' }
  const run = (name: ProcessName, timeoutMs: number) => {
    const command = startOf([name], { ...process.env, ...env, CONTENT_DIR: contentFolder })
    return runMeasured(process.execPath, command.args, { env: command.env, timeoutMs, signal })
  }
  await run('migrate', MIGRATE_MS)
  const importAgain = () => run('import', IMPORT_MS + articles * IMPORT_MS_PER_ARTICLE)
  const imported = await importAgain()

  const editorToken = randomBytes(24).toString('hex')
  const start = async (name: ProcessName, more: Record<string, string>) => {
    const service = await spawnService(name, { ...env, ...more })
    cleanUp.add(service.stop)
    return service
  }
  const content = await start('content', { EDITOR_TOKEN: editorToken })
  await untilReady(content, signal)
  const renderEnv = {
    CONTENT_URL: content.url,
    SITE_URL: BENCH_SITE_URL,
    PAGE_STORE: `file:${path.join(folder, 'pages')}`,
    SEARCH_URL: NO_SEARCH,
  }

  return {
    imported,
    importAgain,
    databaseUrl: postgres.url,
    postgresPid: Number(postmaster),
    content,
    editorToken,
    registry: await openRegistry(postgres.url, cleanUp),
    databaseCpu: () => readFamilyCpu(Number(postmaster)),
    databaseBytes: () => databaseBytes(postgres.url),
    async startSearch(timeoutMs) {
      const search = await start('search', {
        CONTENT_URL: content.url,
        SITE_URL: BENCH_SITE_URL,
        SEARCH_ENGINE: 'embedded',
      })
      await untilReady(search, signal, timeoutMs)
      return search
    },
    startWorker: (more = {}) => start('worker', { ...renderEnv, ...more }),
    async startRender() {
      const render = await start('render', renderEnv)
      await untilReady(render, signal)
      return render
    },
  }
}

async function databaseBytes(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString, query_timeout: 60_000 })
  await client.connect()
  try {
    const { rows } = await client.query('select pg_database_size(current_database()) as bytes')
    return Number(rows[0].bytes)
  } finally {
    await client.end()
  }
}

/** Pages that readers open, and files of the XML site map and feeds beside them. */
export interface Made {
  pages: number
  files: number
}

/** What the worker knows about its pages, read from its own tables. */
export interface RegistryView {
  /** Pages on record, those that are stale, and the bytes of their HTML and data together. */
  count(): Promise<{ pages: number; stale: number; bytes: number }>
  /** Waits until every page there is was made from the newest content. */
  untilFresh(options: WaitOptions): Promise<void>
  /** Creates the index that makes the query for this fast, however many pages there are. */
  indexMade(): Promise<void>
  /** What was made from this revision or a later one. */
  madeSince(revision: number): Promise<Made>
}

/** @param databaseUrl of a site whose worker runs */
export async function openRegistry(databaseUrl: string, cleanUp: CleanUp): Promise<RegistryView> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: '-c search_path=render',
    query_timeout: 10_000,
  })
  client.on('error', () => {})
  await client.connect()
  cleanUp.add(() => client.end())

  const behindShell = `has_shell and wanted_revision <= built_revision
    and built_revision < (select shell_revision from follower)`
  const ask = async (statement: string, values: readonly unknown[] = []) => {
    const { rows } = await client.query(statement, [...values])
    return rows[0]
  }
  return {
    async count() {
      const row = await ask(`
        select count(*) as pages, coalesce(sum(bytes), 0) as bytes,
          count(*) filter (where wanted_revision > built_revision or (${behindShell})) as stale
        from page
      `)
      return { pages: Number(row.pages), stale: Number(row.stale), bytes: Number(row.bytes) }
    },
    untilFresh: (options) =>
      until('all pages are fresh', options, async () => {
        const row = await ask(`
          select coalesce((select bool_and(enlisted_at is not null) from build), false)
            and (select (follower.feed, follower.revision) = (history.feed, history.revision)
                 from follower, content.history)
            and not exists (select from page where wanted_revision > built_revision)
            and not exists (select from page where ${behindShell}) as fresh
        `)
        return row.fresh
      }),
    async indexMade() {
      await client.query('create index bench_made on page (built_revision)')
    },
    async madeSince(revision) {
      const { rows } = await client.query('select path from page where built_revision >= $1', [
        revision,
      ])
      const files = rows.filter(({ path }) => isSitemapPath(path) || isFeedPath(path)).length
      return { pages: rows.length - files, files }
    },
  }
}
