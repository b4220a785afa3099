import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadWebBundle } from '../../services/render/documents/bundle/web-bundle.ts'
import type { ExportResult } from '../../services/render/files/export/export-site.ts'
import type { AllOrNone } from '../../services/render/files/write-files.ts'
import { indexNowKey } from '../../services/render/worker/index-now/index-now-env.ts'
import type { CleanUp } from './clean-up.ts'
import { loadConfig, type StartConfig } from './config.ts'
import { lockDataDirectory } from './data-lock.ts'
import { ensureWebBuild } from './ensure-web-build.ts'
import { beginDatabase } from './open-database.ts'
import { portError } from './require-free-port.ts'
import { runCommand } from './run-command.ts'
import { StartError } from './start-error.ts'

/**
 * `npm run export -- --out DIR`: the whole site as static files; `-- --serve DIR`: a look at them.
 */

const USAGE = `Usage: npm run export -- --out DIR [--serve-from PATH] [--pictures none] [--compressed none]
       npm run export -- --serve DIR

  --out DIR          where the files go: a new or empty folder, or the last export
  --serve-from PATH  where the web server will find them (DIR)
  --pictures none    without the preview pictures of /og/, where something else draws them
  --compressed none  without .br and .gz files, for a host that compresses by itself
  --serve DIR        shows the export in DIR at HOST and PORT, until Ctrl-C

SITE_URL is the public address. DATA_DIR or DATABASE_URL, CONTENT_DIR, SITE_LOCALE, INDEXING,
INDEXNOW_KEY and SERVICE_WORKER mean what they mean for npm start.
`
const PROGRESS_MS = 200
/** An export reads each article once: with fewer buffers it holds less, in the same time. */
const DATABASE_SETTINGS = { shared_buffers: '64MB' }
const MODELS = new URL('./export-models.ts', import.meta.url).href

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

async function run(cleanUp: CleanUp, signal: AbortSignal): Promise<void> {
  const started = performance.now()
  const { out, serveFrom, serve, pictures, compressed } = readArguments()
  const config = loadConfig(process.env)
  if (serve !== undefined) return view(serve, config, cleanUp, signal)
  if (config.SITE_URL === undefined) {
    complain(`SITE_URL is not set: links to the site's own address say ${siteUrlOf(config)}`)
  }
  const dataFolder = path.resolve(config.DATA_DIR)
  if (config.DATABASE_URL === undefined) await claimData(dataFolder, cleanUp)

  const database = await beginDatabase(
    { config, dataFolder, complain, settings: DATABASE_SETTINGS },
    cleanUp,
  )
  // Code is loaded while Postgres starts, and that of the export while articles are read.
  const { runContent } = await import('./run-content.ts')
  const [contentUrl, { exportSite }] = await Promise.all([
    runContent(config, database.address, cleanUp),
    import('../../services/render/files/export/export-site.ts'),
    ensureWebBuild(complain),
  ])
  const progress = showProgress()
  const result = await exportSite({
    contentUrl,
    models: { module: MODELS, settings: { databaseUrl: await database.address } },
    bundle: await loadWebBundle(),
    siteUrl: siteUrlOf(config),
    serviceWorker: config.SERVICE_WORKER,
    indexing: config.INDEXING,
    hsts: config.HSTS,
    indexNowKey: indexNowKey(config),
    out,
    ...(serveFrom !== undefined && { serveFrom: path.resolve(serveFrom) }),
    pictures,
    compressed,
    onProgress: progress.show,
    signal,
  }).finally(progress.end)
  report(result, { out, serveFrom: serveFrom ?? out, ms: performance.now() - started })
}

interface ExportArguments {
  out: string
  serveFrom: string | undefined
  serve: string | undefined
  pictures: AllOrNone
  compressed: AllOrNone
}

function readArguments(): ExportArguments {
  try {
    const { values } = parseArgs({
      options: {
        out: { type: 'string' },
        'serve-from': { type: 'string' },
        serve: { type: 'string' },
        pictures: { type: 'string', default: 'all' },
        compressed: { type: 'string', default: 'all' },
      },
    })
    const { out = '', serve, 'serve-from': serveFrom, pictures, compressed } = values
    const areKnown = isAllOrNone(pictures) && isAllOrNone(compressed)
    if (areKnown && (out ? !serve : serve && !serveFrom)) {
      return { out, serve, serveFrom, pictures, compressed }
    }
  } catch {
    // Reported below, as for a missing folder.
  }
  throw new StartError(USAGE.trimEnd())
}

const isAllOrNone = (text: string): text is AllOrNone => text === 'all' || text === 'none'

/** Shows an export that was made before. Exits with 0 when it is stopped. */
async function view(
  folder: string,
  { HOST, PORT }: StartConfig,
  cleanUp: CleanUp,
  signal: AbortSignal,
): Promise<void> {
  const { viewExport } = await import('../../services/render/files/export/view-export.ts')
  const app = await viewExport(folder)
  cleanUp.add(() => app.close())
  const url = await app.listen({ host: HOST, port: PORT }).catch((error: unknown) => {
    throw portError(error, HOST, PORT, 'PORT')
  })
  say(
    `${folder} is at ${url} until Ctrl-C. Nothing searches there, and links may lead to the site.`,
  )
  if (!signal.aborted) await once(signal, 'abort')
}

async function claimData(dataFolder: string, cleanUp: CleanUp): Promise<void> {
  try {
    cleanUp.add((await lockDataDirectory(dataFolder)).release)
  } catch (cause) {
    if (!(cause instanceof StartError)) throw cause
    throw new StartError(
      `${cause.userMessage} An export from another one holds what is in the content folder, without what was edited through the editor API.`,
      { cause },
    )
  }
}

function siteUrlOf({ SITE_URL, HOST, PORT }: StartConfig): string {
  return SITE_URL ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`
}

/** Only for a terminal; nothing is written to a log. */
function showProgress() {
  if (!process.stderr.isTTY) return { show: () => {}, end: () => {} }
  let shownAt = 0
  return {
    show(pages: number) {
      if (performance.now() - shownAt < PROGRESS_MS) return
      shownAt = performance.now()
      process.stderr.write(`\r${pages} pages`)
    },
    end: () => {
      process.stderr.write('\r\x1b[K')
    },
  }
}

interface Report {
  out: string
  serveFrom: string
  ms: number
}

function report(result: ExportResult, { out, serveFrom, ms }: Report): void {
  const { pages, moved, gone, files, bytes, revisions, isUnchanged } = result
  if (revisions.from !== revisions.to) {
    complain(
      `Somebody edited meanwhile: the pages are of revisions ${revisions.from} to ${revisions.to}. Export again for a site of one moment.`,
    )
  }
  const megabytes = (bytes / 1_000_000).toFixed(1)
  const seconds = (ms / 1_000).toFixed(1)
  say(
    `${pages} pages, ${moved} moved, ${gone} withdrawn; ${files} files, ${megabytes} MB in ${out}, ${seconds} s`,
  )
  if (isUnchanged) say('Nothing has changed since the last export, so all of its files stay.')
  say(`for nginx, in its http block: include ${path.resolve(serveFrom)}/nginx/site.conf;`)
}

await runCommand(run, { stopped: 'Stopped: nothing was exported.' })
