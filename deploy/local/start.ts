import path from 'node:path'
import { claimMachine, httpAddress, INSIDE } from './claim-machine.ts'
import { type CleanUp, createCleanUp } from './clean-up.ts'
import { loadConfig } from './config.ts'
import { loadEditorToken } from './editor-token.ts'
import { ensureWebBuild } from './ensure-web-build.ts'
import { messageOf } from './message-of.ts'
import { prepareDatabase } from './open-database.ts'
import { EDITORS, READERS } from './parts.ts'
import { complain, runUntilStopped, say } from './run-until-stopped.ts'
import { type Addresses, superviseProcess } from './site-process.ts'
import { startAll } from './start-all.ts'
import { isHomeStored, untilSiteAnswers } from './until-answers.ts'
import { withdrawArgument } from './withdraw-argument.ts'

/**
 * `npm start`: the whole site on one machine, in three processes. This one keeps Postgres and the
 * other two running: one for readers, one for editors. What ends one of them leaves the others.
 * With `all` it runs that once for each language: see `startAll`.
 */

const READY_MS = 60_000
/** Readers wait no longer for the database and for an import. */
const PATIENCE_MS = 10_000
/** A stop takes 9.5 s at most: see `runUntilStopped`. */
const READERS_STOP_MS = 4_500
const EDITORS_STOP_MS = 3_500

const [first] = process.argv.slice(2)
await runUntilStopped(first === 'all' ? (cleanUp) => startAll(process.env, cleanUp) : start)

async function start(cleanUp: CleanUp): Promise<void> {
  const args = process.argv.slice(2)
  withdrawArgument(args)
  const config = loadConfig(process.env)
  const dataFolder = path.resolve(config.DATA_DIR)
  await claimMachine(config, dataFolder, cleanUp)
  const editor = await loadEditorToken(config, dataFolder)
  const url = httpAddress(config.HOST, config.PORT)

  const stopDatabase = createCleanUp((error) => complain(messageOf(error)))
  cleanUp.add(stopDatabase.run)
  // The processes load their code while Postgres starts.
  const listeners = { complain, onRestart: announceParts }
  const firstArgs = [...(EDITORS.firstArgs ?? []), ...args]
  const editors = superviseProcess({ ...EDITORS, firstArgs, ...listeners })
  cleanUp.add(() => editors.stop(EDITORS_STOP_MS))
  const readers = superviseProcess({ ...READERS, ...listeners })
  cleanUp.add(() => readers.stop(READERS_STOP_MS))

  const built = ensureWebBuild(say)
  const database = await prepareDatabase({ config, dataFolder, complain }, stopDatabase)
  await built
  const orders = { databaseUrl: database.url }
  // Stored pages need no database, but its start is seldom worth a warning that search has no titles.
  const soon = setTimeout(() => readers.tell(orders), PATIENCE_MS)
  try {
    await database.start()
  } catch (error) {
    readers.tell(orders)
    await readers.started
    if (!(await isHomeStored(url))) throw error
    return serveWhatIsStored(messageOf(error))
  }
  editors.tell(orders)
  const editorUrls = await editors.started
  clearTimeout(soon)
  readers.tell(orders)
  announceParts({ ...(await readers.started), ...editorUrls })
  await untilSiteAnswers({ pages: url, search: url }, { withinMs: READY_MS })
  announceSite()

  /** Readers need no database for that. Editors do, and begin when it runs. */
  async function serveWhatIsStored(why: string) {
    complain(`${why} Until it starts, readers get the pages that are stored, and nobody can edit.`)
    editors.insist()
    database.keepTrying(why).then(() => editors.tell(orders))
    editors.started.then(announceParts, (error) => complain(messageOf(error)))
    announceParts(await readers.started)
    announceSite()
  }

  function announceParts(urls: Addresses) {
    for (const [name, opsUrl] of Object.entries(urls))
      say(`health and metrics of ${name} ${opsUrl}`)
  }

  function announceSite() {
    const { file } = editor
    const token = file ? `in ${file}` : 'from EDITOR_TOKEN'
    say(`editor API ${httpAddress(INSIDE, config.CONTENT_PORT)}, token ${token}`)
    say(`jobs of the rebuild ${httpAddress(INSIDE, config.WORKER_PORT)}/jobs`)
    say(`ready ${url}`)
  }
}
