import path from 'node:path'
import type { LoadedBundle } from '../../../services/render/bundle/web-bundle.ts'
import { openStore } from '../../../services/render/store/open-store.ts'
import { rawRequest } from '../../support/raw-request.ts'
import type { Say } from '../support/bench-report.ts'
import { writeNginxFolder } from './nginx-peer.ts'
import { hasProgram, type PinnedProcess, startPinned } from './pinned-process.ts'
import type { Case } from './serve-cases.ts'

export const SERVER_CORE = 0
/** As README.md starts it; decision 0025 says why. */
const SERVER_FLAGS = [
  '--max-semi-space-size=4',
  '--max-old-space-size=256',
  '--no-allocation-site-pretenuring',
]
const SERVER_ENV = { MALLOC_ARENA_MAX: '1' }
const node = process.execPath
const script = (name: string) => path.resolve(import.meta.dirname, name)

/** A server that is measured. */
export interface Contender {
  name: string
  url(asked: Case): string
  process: PinnedProcess
}

export interface ContenderOptions {
  bundle: LoadedBundle
  /** Holds the pages that all of them serve, in `pages`. */
  folder: string
  /** Bytes of pages that our server keeps in memory. */
  memoryBytes: number
  say: Say
}

/** All of them, on one core. Those that were started are stopped with `cleanUp`. */
export async function startContenders(
  { bundle, folder, memoryBytes, say }: ContenderOptions,
  cleanUp: AsyncDisposableStack,
): Promise<{ ours: Contender; bare: Contender; nginx?: Contender }> {
  const start = async (command: readonly string[], env?: NodeJS.ProcessEnv) => {
    const started = await startPinned(SERVER_CORE, command, env)
    cleanUp.defer(started.stop)
    return started
  }
  const storeFolder = path.join(folder, 'pages')
  const renderCommand = [
    ...[node, ...SERVER_FLAGS, script('render-process.ts')],
    ...[storeFolder, String(memoryBytes)],
  ]
  const compiled = path.join(folder, 'compiled')
  const env = { ...process.env, ...SERVER_ENV, NODE_COMPILE_CACHE: compiled }
  // Once for the cache, as an image is made.
  await (await startPinned(SERVER_CORE, renderCommand, env)).stop()
  const ours = oursAt(await start(renderCommand, env))
  const bare = bareAt(await start([node, script('peer-process.ts'), storeFolder, bundle.build]))
  if (!hasProgram('nginx')) return { ours, bare }

  say('writing the pages as files for nginx')
  const stored = openStore(`file:${storeFolder}`).pages(bundle.build)
  const { configuration, url } = await writeNginxFolder(stored, path.join(folder, 'nginx'))
  // It says nothing when it is ready: somebody has to ask.
  const nginx = await start([node, script('run-nginx.ts'), configuration, url])
  return { ours, bare, nginx: { name: 'nginx', url: () => url, process: nginx } }
}

type StartedProcess = PinnedProcess & { said: unknown }

const oursAt = (process: StartedProcess): Contender => {
  const url = `http://127.0.0.1:${Reflect.get(Object(process.said), 'port')}`
  return { name: 'ours', process, url: () => url }
}

const bareAt = (process: StartedProcess): Contender => {
  const ports: unknown = Reflect.get(Object(process.said), 'ports')
  return {
    name: 'bare',
    process,
    url: ({ form, unchanged }) =>
      `http://127.0.0.1:${Reflect.get(Object(ports), unchanged ? `${form} 304` : form)}`,
  }
}

/** What a client that takes the form says, and one that has the bytes. */
export async function headersFor(
  contender: Contender,
  { addresses, form, unchanged }: Case,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = form === 'gzip' ? { 'accept-encoding': 'gzip' } : {}
  if (!unchanged) return headers
  const asked = { name: '', addresses, form, unchanged: false }
  const { headers: got } = await rawRequest(contender.url(asked), addresses[0] ?? '/', { headers })
  return { ...headers, 'if-none-match': got.etag ?? '' }
}

/** @throws {Error} when a contender does not send what the others send */
export async function expectSameBytes(
  contenders: readonly Contender[],
  asked: Case,
): Promise<void> {
  const [address = '/'] = asked.addresses
  const answers = await Promise.all(
    contenders.map(async (contender) => {
      const headers = await headersFor(contender, asked)
      return rawRequest(contender.url(asked), address, { headers })
    }),
  )
  const [first] = answers
  for (const [at, answer] of answers.entries()) {
    const same = answer.status === first?.status && answer.bytes.equals(first.bytes)
    if (!same) throw new Error(`${contenders[at]?.name} sends something else for ${asked.name}`)
  }
}
