import { rm } from 'node:fs/promises'
import path from 'node:path'
import { listenForPublished } from '../../services/render/server/answers/memory/listen-for-published.ts'
import { claimMachine, httpAddress, INSIDE } from '../local/claim-machine.ts'
import type { CleanUp } from '../local/clean-up.ts'
import { loadConfig } from '../local/config.ts'
import { loadEditorToken } from '../local/editor-token.ts'
import { messageOf } from '../local/message-of.ts'
import { openDatabase } from '../local/open-database.ts'
import { portError } from '../local/require-free-port.ts'
import { complain, runUntilStopped, say } from '../local/run-until-stopped.ts'
import { StartError } from '../local/start-error.ts'
import type { ProcessName } from '../processes.ts'
import { createDevIngress } from './dev-ingress.ts'
import { createDevProcesses } from './dev-processes.ts'
import { CODE_FOLDERS, createChanges, DEV_DIST, KEEPS_STORED } from './show-changes.ts'
import { watchFiles } from './watch-files.ts'

/** `npm run dev`: the site, with every change shown in the browser as soon as it is saved. */

const CONTENT_FOLDER = path.resolve(import.meta.dirname, '../../content')

await runUntilStopped(start)

async function start(cleanUp: CleanUp): Promise<void> {
  const config = loadConfig(process.env)
  // Half-written texts, and pages of half-written code, stay away from what `npm start` keeps.
  const dataFolder = path.resolve(config.DATA_DIR, 'dev')
  const pagesFolder = path.join(dataFolder, 'pages')
  const contentFolder = path.resolve(config.CONTENT_DIR ?? CONTENT_FOLDER)
  await claimMachine(config, dataFolder, cleanUp)
  await rm(pagesFolder, { recursive: true, force: true })
  const databaseUrl = await openDatabase({ config, dataFolder, complain }, cleanUp)
  const editor = await loadEditorToken(config, dataFolder)

  const siteUrl = config.SITE_URL ?? httpAddress(config.HOST, config.PORT)
  const ports: Partial<Record<ProcessName, number>> = {
    content: config.CONTENT_PORT,
    render: config.WORKER_PORT + 1,
    search: config.WORKER_PORT + 2,
  }
  const urlOf = (name: ProcessName) => httpAddress(INSIDE, ports[name] ?? 0)
  const processes = createDevProcesses((name) => ({
    LOG_LEVEL: 'error',
    ...process.env,
    HOST: INSIDE,
    PORT: String(ports[name] ?? ''),
    OPS_PORT: String(name === 'worker' ? config.WORKER_PORT : 0),
    DRAIN_MS: '0',
    DATABASE_URL: databaseUrl,
    CONTENT_URL: urlOf('content'),
    SEARCH_URL: urlOf('search'),
    SEARCH_ENGINE: 'embedded',
    SITE_URL: siteUrl,
    SITE_LOCALE: config.SITE_LOCALE,
    CONTENT_DIR: contentFolder,
    PAGE_STORE: `file:${pagesFolder}`,
    WEB_DIST: DEV_DIST,
    // A service worker would go on showing what it has.
    SERVICE_WORKER: 'off',
    ...(editor.file && { EDITOR_TOKEN_FILE: editor.file }),
  }))
  cleanUp.add(processes.stop)

  const site = { pages: urlOf('render'), search: urlOf('search') }
  const ingress = createDevIngress({ renderUrl: site.pages, searchUrl: site.search })
  cleanUp.add(() => ingress.app.close())
  const changes = createChanges({ processes, ingress, site, contentFolder })
  const { onPublished } = changes
  cleanUp.add(listenForPublished(databaseUrl, { onPublished, onGap() {} }).close)

  const args = [...KEEPS_STORED, ...process.argv.slice(2)]
  if (!(await processes.run('migrate')) || !(await processes.run('import', ...args))) {
    throw new StartError('The site cannot be started: the reason is above.')
  }
  await changes.begin()
  const show = (files: readonly string[]) =>
    changes.show(files).catch((error: unknown) => void complain(messageOf(error)))
  cleanUp.add(watchFiles([...CODE_FOLDERS, contentFolder], show))
  await ingress.app.listen({ host: config.HOST, port: config.PORT }).catch((error: unknown) => {
    throw portError(error, config.HOST, config.PORT, 'PORT')
  })
  say(
    `editor API ${urlOf('content')}, token ${editor.file ? `in ${editor.file}` : 'from EDITOR_TOKEN'}`,
  )
  say(`ready ${siteUrl}`)
}
