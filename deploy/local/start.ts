import path from 'node:path'
import { RENDER_SCHEMA } from '../../services/render/records/database.ts'
import { migrate } from '../../services/shared/database/migrate.ts'
import { sayRetry } from '../../services/shared/database/say-retry.ts'
import { migrateQueue } from '../../services/shared/queues/migrate-queue.ts'
import { startTracing, stopTracing } from '../../services/shared/tracing/tracing.ts'
import { claimMachine } from './claim-machine.ts'
import type { CleanUp } from './clean-up.ts'
import { loadConfig } from './config.ts'
import { type EditorToken, loadEditorToken } from './editor-token.ts'
import { ensureWebBuild } from './ensure-web-build.ts'
import { openDatabase } from './open-database.ts'
import { fillContent } from './run-content.ts'
import { complain, runUntilStopped, say } from './run-until-stopped.ts'
import { type RunningSite, startSite } from './start-site.ts'
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
  const database = openDatabase(config, dataFolder, cleanUp, complain).then(migratePages)
  const [databaseUrl, remarks] = await Promise.all([
    database,
    fillContent(config, database),
    ensureWebBuild(say),
  ])
  const site = await startSite({ config, databaseUrl, remarks, editor, dataFolder }, cleanUp)
  await untilSiteAnswers({ pages: site.url, search: site.url }, { withinMs: READY_MS })
  announce(site, editor)
}

async function migratePages(databaseUrl: string): Promise<string> {
  await migrate(databaseUrl, RENDER_SCHEMA, { onRetry: sayRetry })
  await migrateQueue(databaseUrl, { onRetry: sayRetry })
  return databaseUrl
}

function announce({ url, contentUrl, jobsUrl, opsUrls }: RunningSite, { file }: EditorToken): void {
  say(`editor API ${contentUrl}, token ${file ? `in ${file}` : 'from EDITOR_TOKEN'}`)
  say(`jobs of the rebuild ${jobsUrl}`)
  for (const [name, opsUrl] of Object.entries(opsUrls))
    say(`health and metrics of ${name} ${opsUrl}`)
  say(`ready ${url}`)
}
