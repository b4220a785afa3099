import path from 'node:path'
import type { CleanUp } from '../../deploy/local/clean-up.ts'
import { findRunningPostgres } from '../../deploy/local/postgres/embedded-postgres.ts'
import type { Corpus } from '../../tests/support/content/corpus.ts'
import { freePort, runSite } from '../../tests/support/site/run-site.ts'
import type { BenchOptions } from '../support/bench-report.ts'
import { mostFillMs, openRegistry } from './bench-site.ts'
import { timeEdits, timeEditsInARow } from './edit-latency.ts'
import type { StartFigures } from './rebuild-rows.ts'

export interface StartBench extends BenchOptions {
  corpus: Corpus
  articles: number
  /** Gets everything that is written. */
  folder: string
  /** Has the articles. */
  contentFolder: string
  edits: number
}

/** As many of each kind. */
const IN_A_ROW = 100
/** Searches in a second by one client, which is this bench. */
const SEARCH_RATE = '10000'
const START_MS = 60_000
const START_MS_PER_ARTICLE = 20

/**
 * Times edits of the site that `npm start` runs, all services in one process, once all of its pages
 * are made.
 *
 * @param cleanUp gets everything that is started, also when a later step fails
 */
export async function measureStart(
  { corpus, articles, folder, contentFolder, edits, say, signal }: StartBench,
  cleanUp: CleanUp,
): Promise<StartFigures> {
  const dataFolder = path.join(folder, 'start')
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  const [PORT = '', CONTENT_PORT = '', WORKER_PORT = ''] = ports.map(String)
  const readyMs = START_MS + articles * START_MS_PER_ARTICLE
  const site = await runSite(
    {
      PORT,
      CONTENT_PORT,
      WORKER_PORT,
      SEARCH_RATE,
      DATA_DIR: dataFolder,
      CONTENT_DIR: contentFolder,
    },
    undefined,
    { readyMs },
  )
  cleanUp.add(async () => void (await site.stop()))
  const databaseUrl = findRunningPostgres(path.join(dataFolder, 'postgres'))
  if (databaseUrl === undefined) throw new Error('npm start runs without its database')
  const registry = await openRegistry(databaseUrl, cleanUp)
  await registry.untilFresh({ timeoutMs: mostFillMs(articles), signal, pauseMs: 100 })
  await registry.indexMade()
  const edited = { content: { url: site.contentUrl }, editorToken: site.token, registry }
  const bench = { site: edited, render: site, corpus, articles, signal }
  const times = await timeEdits(bench, edits)
  say(`${edits} edits of npm start`)
  const inARow = await timeEditsInARow(bench, IN_A_ROW)
  say(`${2 * IN_A_ROW} edits in a row`)
  return { edits: times, inARow }
}
