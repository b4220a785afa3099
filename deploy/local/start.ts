import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTracing, stopTracing } from '../../services/shared/tracing/tracing.ts'
import { type CleanUp, createCleanUp } from './clean-up.ts'
import { loadConfig } from './config.ts'
import { lockDataDirectory } from './data-lock.ts'
import { type EditorToken, loadEditorToken } from './editor-token.ts'
import { ensureWebBuild } from './ensure-web-build.ts'
import { messageOf } from './message-of.ts'
import { openDatabase } from './open-database.ts'
import { onParentGone } from './parent-watch.ts'
import { requireFreePort } from './require-free-port.ts'
import { StartError } from './start-error.ts'
import { INSIDE, type RunningSite, startSite } from './start-site.ts'

/** `npm start`: the whole site on one machine. */

const READY_MS = 60_000
/** A stop takes no longer than this, whatever hangs. */
const STOP_MS = 9_500

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

const cleanUp = createCleanUp((error) => complain(`While stopping: ${messageOf(error)}`))
const stop = Promise.withResolvers<number>()
// Asking again while it stops changes nothing.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => stop.resolve(0))
}
onParentGone(() => stop.resolve(0))

async function start(cleanUp: CleanUp): Promise<void> {
  const config = loadConfig(process.env)
  await startTracing(process.env)
  cleanUp.add(stopTracing)
  const dataFolder = path.resolve(config.DATA_DIR)
  await requireFreePort(config.HOST, config.PORT, 'PORT')
  await requireFreePort(INSIDE, config.CONTENT_PORT, 'CONTENT_PORT')
  await requireFreePort(INSIDE, config.WORKER_PORT, 'WORKER_PORT')
  const lock = await lockDataDirectory(dataFolder)
  cleanUp.add(lock.release)

  const [databaseUrl] = await Promise.all([
    openDatabase(config, dataFolder, cleanUp, complain),
    ensureWebBuild(say),
  ])
  const editor = await loadEditorToken(config, dataFolder)
  const site = await startSite({ config, databaseUrl, editor, dataFolder }, cleanUp)
  await untilHomeAnswers(site)
  announce(site, editor)
}

async function untilHomeAnswers({ url }: RunningSite): Promise<void> {
  const deadline = Date.now() + READY_MS
  for (;;) {
    const pages = await Promise.all([statusOf(`${url}/`), statusOf(`${url}/api/search?q=ready`)])
    if (pages.every((status) => status === 200)) return
    if (Date.now() > deadline) {
      throw new StartError(
        `The home page does not answer (status ${pages[0]}). Start again with LOG_LEVEL=debug to see why.`,
      )
    }
    await sleep(50)
  }
}

function statusOf(url: string): Promise<number> {
  return fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
    async (response) => {
      await response.body?.cancel()
      return response.status
    },
    () => 0,
  )
}

function announce({ url, contentUrl, jobsUrl, opsUrls }: RunningSite, { file }: EditorToken): void {
  say(`editor API ${contentUrl}, token ${file ? `in ${file}` : 'from EDITOR_TOKEN'}`)
  say(`jobs of the rebuild ${jobsUrl}`)
  for (const [name, opsUrl] of Object.entries(opsUrls))
    say(`health and metrics of ${name} ${opsUrl}`)
  say(`ready ${url}`)
}

const starting = start(cleanUp).catch((error: unknown) => {
  complain(messageOf(error))
  stop.resolve(1)
})
const exitCode = await stop.promise
const giveUp = setTimeout(() => process.exit(exitCode), STOP_MS)
await Promise.race([starting, sleep(1_000)])
await cleanUp.run()
clearTimeout(giveUp)
process.exit(exitCode)
