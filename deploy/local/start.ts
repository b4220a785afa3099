import path from 'node:path'
import { startTracing, stopTracing } from '../../services/shared/tracing/tracing.ts'
import { claimMachine } from './claim-machine.ts'
import type { CleanUp } from './clean-up.ts'
import { loadConfig } from './config.ts'
import { type EditorToken, loadEditorToken } from './editor-token.ts'
import { ensureWebBuild } from './ensure-web-build.ts'
import { beginDatabase } from './open-database.ts'
import { complain, runUntilStopped, say } from './run-until-stopped.ts'
import type { RunningSite } from './start-site.ts'
import { untilSiteAnswers } from './until-answers.ts'

/** `npm start`: the whole site on one machine. */

const READY_MS = 60_000

await runUntilStopped(start)

async function start(cleanUp: CleanUp): Promise<void> {
  const config = loadConfig(process.env)
  await startTracing(process.env)
  cleanUp.add(stopTracing)
  const dataFolder = path.resolve(config.DATA_DIR)
  await claimMachine(config, dataFolder, cleanUp)

  const editor = await loadEditorToken(config, dataFolder)
  const { address } = await beginDatabase({ config, dataFolder, complain }, cleanUp)
  // Code is loaded while Postgres starts, and that of the services while articles are read.
  const { fillContent } = await import('./run-content.ts')
  const { migratePages } = await import('./migrate-pages.ts')
  const database = address.then(migratePages)
  const [databaseUrl, remarks, { startSite }] = await Promise.all([
    database,
    fillContent(config, database),
    import('./start-site.ts'),
    ensureWebBuild(say),
  ])
  const site = await startSite({ config, databaseUrl, remarks, editor, dataFolder }, cleanUp)
  await untilSiteAnswers({ pages: site.url, search: site.url }, { withinMs: READY_MS })
  announce(site, editor)
}

function announce({ url, contentUrl, jobsUrl, opsUrls }: RunningSite, { file }: EditorToken): void {
  say(`editor API ${contentUrl}, token ${file ? `in ${file}` : 'from EDITOR_TOKEN'}`)
  say(`jobs of the rebuild ${jobsUrl}`)
  for (const [name, opsUrl] of Object.entries(opsUrls))
    say(`health and metrics of ${name} ${opsUrl}`)
  say(`ready ${url}`)
}
