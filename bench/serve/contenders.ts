import path from 'node:path'
import { PROCESSES } from '../../deploy/processes.ts'
import type { PageStore } from '../../services/render/store/page-store.ts'
import type { Say } from '../support/bench-report.ts'
import { writeNginxFolder } from './nginx-peer.ts'
import { hasProgram, type PinnedProcess, startPinned } from './pinned-process.ts'
import type { Case } from './serve-cases.ts'

export const SERVER_CORE = 0
const node = process.execPath
const script = (name: string) => path.resolve(import.meta.dirname, name)

/** A server that is measured. */
export interface Contender {
  url(asked: Case): string
  process: PinnedProcess
}

export interface ContenderOptions {
  /** The pages that all of them serve, and the folder and build of their store. */
  pages: PageStore
  storeFolder: string
  build: string
  /** A folder for everything else that they need. */
  folder: string
  /** Bytes of pages that our server keeps in memory. */
  memoryBytes: number
  say: Say
}

export interface Contenders {
  /** Render alone. */
  ours: Contender
  /** The server that answers readers of `npm start`. */
  npmStart: Contender
  bare: Contender
  nginx?: Contender
  ingress?: Contender
}

/** Starts all servers on one core; `cleanUp` stops them. */
export async function startContenders(
  { pages, storeFolder, build, folder, memoryBytes, say }: ContenderOptions,
  cleanUp: AsyncDisposableStack,
): Promise<Contenders> {
  const start = async (command: readonly string[], env?: NodeJS.ProcessEnv) => {
    const started = await startPinned(SERVER_CORE, command, env)
    cleanUp.defer(started.stop)
    return started
  }
  const renderCommand = [
    ...[node, ...PROCESSES.render.flags, script('render-process.ts')],
    ...[storeFolder, String(memoryBytes)],
  ]
  const compiled = path.join(folder, 'compiled')
  const env = { ...process.env, ...PROCESSES.render.env, NODE_COMPILE_CACHE: compiled }
  // Run once to fill the compile cache, as when the image is built.
  await (await startPinned(SERVER_CORE, renderCommand, env)).stop()
  const ours = oursAt(await start(renderCommand, env))
  const bare = bareAt(await start([node, script('peer-process.ts'), storeFolder, build]))
  const readersCommand = [node, script('run-readers.ts'), storeFolder, String(memoryBytes)]
  const npmStart = atUrl(
    await start(readersCommand, { ...process.env, NODE_COMPILE_CACHE: compiled }),
  )
  if (!hasProgram('nginx')) return { ours, npmStart, bare }

  say('writing the pages as files for nginx')
  const { configuration, url } = await writeNginxFolder(pages, path.join(folder, 'nginx'))
  // It prints nothing when it is ready, so it is polled.
  const nginx = await start([node, script('run-nginx.ts'), configuration, url])
  const ingress = await start([node, script('run-ingress.ts'), new URL(ours.url()).host])
  return {
    ours,
    npmStart,
    bare,
    nginx: { url: () => url, process: nginx },
    ingress: atUrl(ingress),
  }
}

type StartedProcess = PinnedProcess & { said: unknown }

const oursAt = (process: StartedProcess) => {
  const url = `http://127.0.0.1:${Reflect.get(Object(process.said), 'port')}`
  return { process, url: () => url }
}

const atUrl = (process: StartedProcess): Contender => ({
  process,
  url: () => String(Reflect.get(Object(process.said), 'url')),
})

const bareAt = (process: StartedProcess): Contender => {
  const ports: unknown = Reflect.get(Object(process.said), 'ports')
  return {
    process,
    url: ({ form, unchanged }) =>
      `http://127.0.0.1:${Reflect.get(Object(ports), unchanged ? `${form} 304` : form)}`,
  }
}
