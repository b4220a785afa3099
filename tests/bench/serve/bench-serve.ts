import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureWebBuild } from '../../../deploy/local/ensure-web-build.ts'
import { loadWebBundle } from '../../../services/render/bundle/web-bundle.ts'
import { pageDataPath } from '../../../services/render/pages/page-path.ts'
import { openStore } from '../../../services/render/store/open-store.ts'
import { rawRequest } from '../../support/raw-request.ts'
import {
  type BenchOptions,
  type BenchReport,
  type BenchRow,
  benchRow,
  machineFacts,
} from '../support/bench-report.ts'
import { storeArticlePages } from './article-pages.ts'
import { createLoadClient, type Load } from './load-client.ts'
import { writeNginxFolder } from './nginx-peer.ts'
import { hasProgram, type PinnedProcess, startPinned } from './pinned-process.ts'

export interface BenchServeOptions extends BenchOptions {
  /** Different pages. */
  pages?: number
  /** Seconds of each stretch of load. */
  seconds?: number
  /** Stretches for each server in each case. */
  rounds?: number
  connections?: readonly number[]
  /** Bytes of pages that our server keeps in memory. */
  memoryBytes?: number
}

const SERVER_CORE = 0
const CLIENT_CORE = 1
/**
 * As in production. Most of what a request leaves behind is dead at once: a small nursery holds it,
 * and the 96 MB that Node would let it grow to are better spent on pages.
 */
const SERVER_FLAGS = ['--max-semi-space-size=4']
type Form = 'identity' | 'gzip'

/** What is asked for. */
interface Case {
  name: string
  addresses: readonly string[]
  form: Form
  /** Whether the client has the bytes already. */
  unchanged: boolean
}

/** A server that is measured. */
interface Contender {
  name: string
  url(asked: Case): string
  process: PinnedProcess
}

/** A turn of load, and what it cost the server. */
interface Turn extends Load {
  processorSeconds: number
}

/**
 * Our server, the barest Node server that sends the same bytes, and nginx with the same files, one
 * after the other in short turns, so that whatever else the machine does hits all alike.
 */
export async function benchServe(options: BenchServeOptions): Promise<BenchReport> {
  const { say, signal, pages = 1_000, seconds = 1, rounds = 3 } = options
  const { connections = [1, 32, 256], memoryBytes = 64 * 1024 * 1024 } = options
  const date = new Date().toISOString()
  const machine = machineFacts()
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-serve-'))
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }))

  await ensureWebBuild(say)
  const bundle = await loadWebBundle()
  const storeFolder = path.join(folder, 'pages')
  const store = openStore(`file:${storeFolder}`)
  const stored = store.pages(bundle.build)
  say(`making ${pages} pages`)
  const paths = await storeArticlePages(stored, bundle, pages)

  const start = async (command: readonly string[], env?: NodeJS.ProcessEnv) => {
    const started = await startPinned(SERVER_CORE, command, env)
    cleanUp.defer(started.stop)
    return started
  }
  const script = (name: string) => path.resolve(import.meta.dirname, name)
  const node = process.execPath
  const renderCommand = [
    ...[node, ...SERVER_FLAGS, script('render-process.ts')],
    ...[storeFolder, String(memoryBytes)],
  ]
  const cached = { ...process.env, NODE_COMPILE_CACHE: path.join(folder, 'compiled') }
  // Once for the cache, as an image is made.
  await (await startPinned(SERVER_CORE, renderCommand, cached)).stop()
  const render = await start(renderCommand, cached)
  const bare = await start([node, script('peer-process.ts'), storeFolder, bundle.build])
  const contenders = [oursAt(render), bareAt(bare)]
  if (hasProgram('nginx')) {
    say('writing the pages as files for nginx')
    const nginx = await writeNginxFolder(stored, path.join(folder, 'nginx'))
    // It says nothing when it is ready: somebody has to ask.
    const started = await startPinned(SERVER_CORE, [
      node,
      script('run-nginx.ts'),
      nginx.configuration,
      nginx.url,
    ])
    cleanUp.defer(started.stop)
    contenders.push({ name: 'nginx', url: () => nginx.url, process: started })
  }

  const client = createLoadClient(CLIENT_CORE, folder)
  const rows: BenchRow[] = []
  const notes = [
    `Servers on core ${SERVER_CORE}, client (${client.name}) on core ${CLIENT_CORE}. ${rounds} turns of ${seconds} s each; medians.`,
    'The bare server sends finished headers and bytes from a map and looks at nothing but the address.',
    'Ours runs without Postgres, Redis, content and search, and looks for edits in the store by itself.',
  ]
  for (const asked of casesOf(paths)) {
    await expectSameBytes(contenders, asked)
    for (const count of connections) {
      say(`${asked.name}, ${count} connections`)
      const loads = new Map<string, Turn[]>(contenders.map(({ name }) => [name, []]))
      for (let round = 0; round < rounds; round += 1) {
        for (const contender of contenders) {
          const before = await contender.process.processorSeconds()
          const load = await client.run(
            {
              url: contender.url(asked),
              addresses: asked.addresses,
              headers: await headersFor(contender, asked),
              connections: count,
              seconds,
            },
            signal,
          )
          const processorSeconds = (await contender.process.processorSeconds()) - before
          loads.get(contender.name)?.push({ ...load, processorSeconds })
        }
      }
      rows.push(...rowsOf(`${asked.name}, ${count} connections`, loads))
    }
  }
  const { now, most } = await render.memory()
  const peer = await bare.memory()
  rows.push(benchRow('memory at the end', 'MB', now, peer.now))
  rows.push(benchRow('memory at most', 'MB', most, peer.most))
  return { bench: 'serve', date, machine, peer: 'bare node:http', rows, notes }
}

function casesOf(paths: readonly string[]): Case[] {
  const hot = paths.slice(0, 1)
  const form = 'gzip'
  return [
    { name: 'hot page, gzip', addresses: hot, form, unchanged: false },
    { name: 'random pages, gzip', addresses: paths, form, unchanged: false },
    // Plain bytes take the same way to the reader, only more of them.
    { name: 'random pages, plain', addresses: paths, form: 'identity', unchanged: false },
    { name: 'random data, gzip', addresses: paths.map(pageDataPath), form, unchanged: false },
    { name: 'hot page 304, gzip', addresses: hot, form, unchanged: true },
  ]
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

async function headersFor(contender: Contender, { addresses, form, unchanged }: Case) {
  const headers: Record<string, string> = form === 'gzip' ? { 'accept-encoding': 'gzip' } : {}
  if (!unchanged) return headers
  const asked = { name: '', addresses, form, unchanged: false }
  const { headers: got } = await rawRequest(contender.url(asked), addresses[0] ?? '/', { headers })
  return { ...headers, 'if-none-match': got.etag ?? '' }
}

/** @throws {Error} when a contender does not send what the others send */
async function expectSameBytes(contenders: readonly Contender[], asked: Case): Promise<void> {
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

function rowsOf(name: string, loads: ReadonlyMap<string, readonly Turn[]>): BenchRow[] {
  const of = (who: string, pick: (turn: Turn) => number) => median(loads.get(who)?.map(pick) ?? [])
  const rate = ({ requests, seconds }: Load) => requests / seconds
  const cost = ({ processorSeconds, requests }: Turn) => (processorSeconds / requests) * 1e6
  const rows = [
    benchRow(name, 'requests/s', of('ours', rate), of('bare', rate)),
    benchRow(
      `${name}: p50`,
      'ms',
      of('ours', ({ p50Ms }) => p50Ms),
      of('bare', ({ p50Ms }) => p50Ms),
    ),
    benchRow(
      `${name}: p99`,
      'ms',
      of('ours', ({ p99Ms }) => p99Ms),
      of('bare', ({ p99Ms }) => p99Ms),
    ),
    // Others who use the machine disturb this less than the rate.
    benchRow(`${name}: processor time`, 'µs/request', of('ours', cost), of('bare', cost)),
    benchRow(`${name}: lost`, 'requests', sum(loads.get('ours')), sum(loads.get('bare'))),
  ]
  if (loads.has('nginx')) {
    rows.push(benchRow(`${name}: against nginx`, 'requests/s', of('ours', rate), of('nginx', rate)))
  }
  return rows
}

const sum = (loads: readonly Load[] = []) => loads.reduce((total, { lost }) => total + lost, 0)

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
